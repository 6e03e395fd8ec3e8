/** Chooses how many numbers layers take and give in a clock. */
@NullMarked
package dev.backplane.compiler.folding;

import org.jspecify.annotations.NullMarked;
