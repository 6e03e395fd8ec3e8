package dev.backplane.rtl.harness;

/** Decides at random, but the same for the same seed, when a channel pauses. */
final class Gaps {
  private final long threshold;
  private long state;

  Gaps(HarnessOptions options, String channel) {
    threshold = options.gapPercent() * 0x1_0000_0000L / 100;
    state = mix(options.seed() * 0x9e37_79b9_7f4a_7c15L + channel.hashCode());
  }

  boolean pause() {
    return threshold != 0 && (next() >>> 32) < threshold;
  }

  /** A number from 0 to below {@code bound}. */
  int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  private long next() {
    // Xorshift: a few instructions, and good enough to vary timing.
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return state;
  }

  private static long mix(long value) {
    long mixed = (value ^ value >>> 31) * 0xbf58_476d_1ce4_e5b9L;
    mixed ^= mixed >>> 29;
    return mixed == 0 ? 1 : mixed;
  }
}
