/** Compares a network in several widths of numbers and at several speeds. */
@NullMarked
package dev.backplane.compiler.exploration;

import org.jspecify.annotations.NullMarked;
