/** Components with several inputs, where branches of a network meet. */
package dev.backplane.compiler.library.branch;
