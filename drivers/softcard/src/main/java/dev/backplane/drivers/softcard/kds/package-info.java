/**
 * The kernel scheduler: who holds compute units, which unit a command goes to, and how it is handed
 * over. Knows no card: what it orders are the card's runs and units.
 */
@org.jspecify.annotations.NullMarked
package dev.backplane.drivers.softcard.kds;
