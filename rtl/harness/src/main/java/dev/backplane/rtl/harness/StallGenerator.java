package dev.backplane.rtl.harness;

/** Decides pseudo-randomly, from a seed, in which cycles a channel is held back. */
public final class StallGenerator {
  private final long threshold;
  private long state;

  /**
   * Creates a generator.
   *
   * @param options the seed, and how often to stall
   * @param channel the name of the channel: channels stall in different cycles
   */
  public StallGenerator(HarnessOptions options, String channel) {
    this(options.seed(), options.stallPercent(), channel);
  }

  /**
   * Creates a generator of its own chance.
   *
   * @param seed the seed
   * @param percent how often to stall, 0 to 100
   * @param channel the name of the channel
   */
  public StallGenerator(long seed, int percent, String channel) {
    threshold = percent * 0x1_0000_0000L / 100;
    state = mix(seed * 0x9e37_79b9_7f4a_7c15L + channel.hashCode());
  }

  /** {@return whether to hold back in this cycle} */
  public boolean stall() {
    return threshold != 0 && (next() >>> 32) < threshold;
  }

  /**
   * {@return a pseudo-random number from 0 to {@code bound - 1}}
   *
   * @param bound at least 1
   */
  public int nextBelow(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  private long next() {
    // Xorshift takes a few instructions and is random enough to vary timing.
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
