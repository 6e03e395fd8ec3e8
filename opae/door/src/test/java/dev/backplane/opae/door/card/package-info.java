/** A card for the tests: it has every facet that OPAE has functions for, and keeps no secrets. */
@NullMarked
package dev.backplane.opae.door.card;

import org.jspecify.annotations.NullMarked;
