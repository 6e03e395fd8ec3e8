package dev.backplane.rtl.harness;

/**
 * The handshakes of all channels of some masters in the last cycles, a word a cycle. A channel has
 * two bits: what the kernel says of it, VALID or READY, is in the lower half of the word, and what
 * the model at its other end says is at the same place in the upper half. So one test shows whether
 * anything moved.
 */
final class HandshakeHistory {
  /** From a bit of the kernel to that of the model. */
  static final int MODEL = Integer.SIZE;

  private final long[] words;
  private final int mask;
  private int channels;
  private long end;

  HandshakeHistory(int cycles) {
    int size = cycles == 0 ? 1 : Integer.highestOneBit(Math.max(1, cycles * 2 - 1));
    words = new long[size];
    mask = size - 1;
  }

  boolean hasRoom(int more) {
    return channels + more <= MODEL;
  }

  /** Takes bits for some channels; gives the place of the first. */
  int place(int more) {
    int at = channels;
    channels += more;
    return at;
  }

  int cycles() {
    return words.length;
  }

  void put(long cycle, long word) {
    words[(int) cycle & mask] = word;
    end = cycle + 1;
  }

  /** Whether some channel has both VALID and READY. */
  static boolean moves(long word) {
    return (word & (word >>> MODEL)) != 0;
  }

  /** The cycle after the last one. */
  long end() {
    return end;
  }

  boolean remembers(long cycle) {
    return cycle < end && cycle >= Math.max(0, end - words.length);
  }

  /** What was said in a cycle that is remembered. */
  long word(long cycle) {
    return words[(int) cycle & mask];
  }
}
