/** Components that change the extents of tensors, and no element. */
package dev.backplane.compiler.library.extent;
