/** Components that work on windows of a tensor: convolutions, pooling, and windows themselves. */
package dev.backplane.compiler.library.window;
