/**
 * Graphs: immutable, of named nodes with typed attributes. Read {@link
 * dev.backplane.compiler.ir.Graph} first.
 */
package dev.backplane.compiler.ir;
