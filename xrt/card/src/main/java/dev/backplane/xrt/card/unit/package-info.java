/**
 * A compute unit: where it is in the register space, what it reaches of the card's memory, and the
 * model that executes its kernel, in RTL or in Java. It knows nothing of runs; it is given {@link
 * dev.backplane.xrt.card.unit.RunArguments}.
 */
package dev.backplane.xrt.card.unit;
