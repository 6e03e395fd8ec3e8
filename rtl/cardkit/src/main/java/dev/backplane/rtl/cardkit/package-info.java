/**
 * The parts that software cards share: accelerators under power, their sources, and the keys of
 * cards.
 */
package dev.backplane.rtl.cardkit;
