/**
 * One holder of a card: the facets of the device model, each over the card and the {@code
 * CardClient} that the holder is for the scheduler.
 */
package dev.backplane.xrt.card.holder;
