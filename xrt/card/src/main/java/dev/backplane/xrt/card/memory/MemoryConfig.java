package dev.backplane.xrt.card.memory;

/**
 * The site's configuration of a card's memory.
 *
 * @param family how host and device memory are related
 * @param strict whether a missing sync is an error
 * @param lenient whether freed memory stays there until its addresses are allocated again
 */
public record MemoryConfig(Family family, boolean strict, boolean lenient) {
  /** The default configuration. */
  public static final MemoryConfig USUAL = new MemoryConfig(Family.PCIE, false, false);
}
