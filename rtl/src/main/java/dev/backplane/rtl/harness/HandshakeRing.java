package dev.backplane.rtl.harness;

/**
 * VALID and READY of the channels of one direction of a master in the last cycles, a byte a cycle,
 * and the last bursts. It is kept always: reading the pins once more for a full history would make
 * a small kernel several times slower, a byte costs next to nothing.
 */
final class HandshakeRing {
  static final String[] READ = {"AR", "R"};
  static final String[] WRITE = {"AW", "W", "B"};

  /** What a byte says of the first channel; two bits more for each further one. */
  static final int VALID = 1;

  static final int READY = 2;

  /** The last cycles that a message shows. */
  private static final int SHOWN = 16;

  private static final int BURSTS = 64;
  private static final int BURST_WORDS = 6;

  final String port;
  final String[] channels;
  private final byte[] states;
  private final int mask;
  private final long[] bursts = new long[BURSTS * BURST_WORDS];
  private int burstCount;
  private long end;

  HandshakeRing(String port, String[] channels, int cycles) {
    this.port = port;
    this.channels = channels;
    int size = cycles == 0 ? 1 : Integer.highestOneBit(Math.max(1, cycles * 2 - 1));
    states = new byte[size];
    mask = size - 1;
  }

  int cycles() {
    return states.length;
  }

  void put(long cycle, int state) {
    states[(int) cycle & mask] = (byte) state;
    end = cycle + 1;
  }

  void burst(long cycle, Burst burst) {
    int at = burstCount++ % BURSTS * BURST_WORDS;
    bursts[at] = cycle;
    bursts[at + 1] = burst.start;
    bursts[at + 2] = burst.beats - 1L;
    bursts[at + 3] = burst.size;
    bursts[at + 4] = burst.kind;
    bursts[at + 5] = burst.id;
  }

  /** VALID and READY of a channel in a cycle that is remembered. */
  int state(long cycle, int channel) {
    return states[(int) cycle & mask] >>> (2 * channel) & (VALID | READY);
  }

  boolean remembers(long cycle) {
    return cycle < end && cycle >= Math.max(0, end - states.length);
  }

  /**
   * What the address channel shows in a cycle: the index of the burst that is handed over then or
   * next, or -1 if that is not known.
   */
  int burstAt(long cycle) {
    int found = -1;
    for (int i = Math.max(0, burstCount - BURSTS); i < burstCount; i++) {
      int at = i % BURSTS * BURST_WORDS;
      if (bursts[at] >= cycle && (found < 0 || bursts[at] < bursts[found])) {
        found = at;
      }
    }
    return found;
  }

  /** A field of a burst: 1 address, 2 length, 3 size, 4 kind, 5 id. */
  long field(int burst, int number) {
    return bursts[burst + number];
  }

  /** The last cycles of each channel, a character a cycle. */
  String strip() {
    StringBuilder text = new StringBuilder();
    for (int channel = 0; channel < channels.length; channel++) {
      text.append(channel == 0 ? "" : ", ").append(channels[channel]).append(' ');
      for (long cycle = Math.max(0, end - SHOWN); cycle < end; cycle++) {
        text.append(remembers(cycle) ? "-vrX".charAt(state(cycle, channel)) : '?');
      }
    }
    return text.toString();
  }
}
