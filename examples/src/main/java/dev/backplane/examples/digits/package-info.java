/**
 * A network that reads handwritten digits, from training to a card: read {@code Digits} first, then
 * {@code Journey}.
 */
@NullMarked
package dev.backplane.examples.digits;

import org.jspecify.annotations.NullMarked;
