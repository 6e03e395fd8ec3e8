/**
 * The compiler: what plugins extend, and errors. Read {@link dev.backplane.compiler.Compiler}
 * first.
 */
package dev.backplane.compiler;
