package dev.backplane.drivers.softcard.memory;

/**
 * What the site says of a card's memory.
 *
 * @param family how host and device memory belong together
 * @param strict whether a missing sync is an error
 */
public record MemoryConfig(Family family, boolean strict) {
  /** What there is if nothing is said. */
  public static final MemoryConfig USUAL = new MemoryConfig(Family.PCIE, false);
}
