/** Components that do the same with each element, by comparing, scaling and shifting. */
package dev.backplane.compiler.library.elementwise;
