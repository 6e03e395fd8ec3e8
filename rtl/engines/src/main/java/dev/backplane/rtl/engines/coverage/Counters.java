package dev.backplane.rtl.engines.coverage;

/**
 * Counts for each of many bits how often it was 1. The counts of 64 bits are kept in planes: plane
 * {@code i} has bit {@code i} of all 64 counts. So adding 64 bits takes as many steps as the
 * longest carry, two on average for bits that are always 1, whatever the number of bits.
 */
final class Counters {
  private static final int PLANES = Long.SIZE - 1;

  private final long[] planes;

  /**
   * Creates counters at 0.
   *
   * @param words how many words of 64 bits there are
   */
  Counters(int words) {
    planes = new long[words * PLANES];
  }

  /** Counts the bits of a word. */
  void add(int word, long bits) {
    long carry = bits;
    for (int at = word * PLANES; carry != 0; at++) {
      long plane = planes[at];
      planes[at] = plane ^ carry;
      carry &= plane;
    }
  }

  /** {@return how often a bit was 1} */
  long count(int word, int bit) {
    long count = 0;
    for (int i = 0; i < PLANES; i++) {
      count |= (planes[word * PLANES + i] >>> bit & 1) << i;
    }
    return count;
  }
}
