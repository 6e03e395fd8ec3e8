/**
 * Facets of what every card is, whichever way work reaches it: sensors, clocks, a log of errors,
 * flash, slots for images, and parts that can be reset. A card offers those that it has. What only
 * one family of cards has is in {@code dev.backplane.api.xrt}, {@code api.opae} and {@code
 * api.capi}.
 */
@NullMarked
package dev.backplane.api.board;

import org.jspecify.annotations.NullMarked;
