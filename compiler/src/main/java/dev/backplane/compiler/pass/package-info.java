/** Lowering passes: handlers by type, which plugins register. */
package dev.backplane.compiler.pass;
