/** Compares netlists with simulations of their sources by simulators of the language. */
@NullMarked
package dev.backplane.rtl.simulators.check;

import org.jspecify.annotations.NullMarked;
