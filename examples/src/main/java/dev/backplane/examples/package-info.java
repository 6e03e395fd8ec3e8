/** Small programs, each of which shows one thing; the build compiles and runs them. */
@NullMarked
package dev.backplane.examples;

import org.jspecify.annotations.NullMarked;
