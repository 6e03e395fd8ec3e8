/** Components that look numbers up in memories of constants. */
package dev.backplane.compiler.library.table;
