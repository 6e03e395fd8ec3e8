package dev.backplane.drivers.softcard.memory;

/**
 * What the site says of a card's memory.
 *
 * @param family how host and device memory belong together
 * @param strict whether a missing sync is an error
 * @param lenient whether memory that was freed is still there until its addresses are given again
 */
public record MemoryConfig(Family family, boolean strict, boolean lenient) {
  /** What there is if nothing is said. */
  public static final MemoryConfig USUAL = new MemoryConfig(Family.PCIE, false, false);
}
