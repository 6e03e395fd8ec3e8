/** Components that know where in its tensor an element is. */
package dev.backplane.compiler.library.position;
