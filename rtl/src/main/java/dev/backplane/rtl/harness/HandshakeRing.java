package dev.backplane.rtl.harness;

/**
 * What is remembered of one direction of a master: the last bursts, and VALID and READY of its
 * channels in the last cycles, which are bits in the words of a history. It is kept always: reading
 * the pins once more for a full history would make a small kernel several times slower.
 */
final class HandshakeRing {
  static final String[] READ = {"AR", "R"};
  static final String[] WRITE = {"AW", "W", "B"};

  /** The last cycles that a message shows. */
  private static final int SHOWN = 16;

  private static final int BURSTS = 64;
  private static final int BURST_WORDS = 6;

  final String port;
  final String[] channels;

  /** What {@link #state} says. */
  static final int VALID = 1;

  static final int READY = 2;

  /** The place of the first channel's bits; the others follow. */
  final int place;

  private final HandshakeHistory history;
  private final long[] bursts = new long[BURSTS * BURST_WORDS];
  private int burstCount;

  HandshakeRing(String port, String[] channels, HandshakeHistory history) {
    this.port = port;
    this.channels = channels;
    this.history = history;
    place = history.place(channels.length);
  }

  int cycles() {
    return history.cycles();
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
    long word = history.word(cycle) >>> (place + channel);
    int kernel = (int) word & 1;
    int model = (int) (word >>> HandshakeHistory.MODEL) & 1;
    boolean taken = channels[channel].equals("R") || channels[channel].equals("B");
    return taken ? model * VALID + kernel * READY : kernel * VALID + model * READY;
  }

  boolean remembers(long cycle) {
    return history.remembers(cycle);
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
      long end = history.end();
      for (long cycle = Math.max(0, end - SHOWN); cycle < end; cycle++) {
        text.append(remembers(cycle) ? "-vrX".charAt(state(cycle, channel)) : '?');
      }
    }
    return text.toString();
  }
}
