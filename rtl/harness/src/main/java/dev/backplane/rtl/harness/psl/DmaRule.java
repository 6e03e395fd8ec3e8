package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.ports.Rule;

/** The rules of the DMA between a PSL9 and an accelerator, and the remedy for each. */
enum DmaRule implements Rule {
  /** A type or an operation that does not exist, or beats of a write in the wrong order. */
  DMA_TYPE(
      "Give dtype as 0 to 3, the beats of a write one after the other, and datomic_op a code of the"
          + " interface"),
  /** A utag that is outstanding. */
  DMA_TAG("Use a utag again only after its sent status, and its completion if there is one"),
  /** An itag that was not given, was used before, or is for the other direction. */
  DMA_TRANSLATION(
      "Ask for an itag with XLAT_RD or XLAT_WR, use what ha_rditag brings for one DMA, and that of"
          + " XLAT_WR for writes and atomics"),
  /** A size that is not possible. */
  DMA_SIZE("Give dsize as 1 to 512 bytes, and as 4 or 8 for an atomic");

  private final String remedy;

  DmaRule(String remedy) {
    this.remedy = remedy;
  }

  @Override
  public String remedy() {
    return remedy;
  }

  @Override
  public boolean canBeWarning() {
    return false;
  }
}
