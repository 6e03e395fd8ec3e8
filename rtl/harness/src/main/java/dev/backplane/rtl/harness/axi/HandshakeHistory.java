package dev.backplane.rtl.harness.axi;

/**
 * The handshakes of the channels of a group of masters in the last cycles, one word per cycle. A
 * channel has two bits: the VALID or READY that the kernel drives is in the lower half of the word,
 * the one that the model drives is at the same index in the upper half. So one AND shows whether
 * there was any handshake.
 */
final class HandshakeHistory {
  /** The distance from a bit of the kernel to that of the model. */
  static final int MODEL_SHIFT = Integer.SIZE;

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
    return channels + more <= MODEL_SHIFT;
  }

  /** Allocates bits for some channels; returns the index of the first. */
  int allocate(int more) {
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

  /** Tells whether some channel has a handshake. */
  static boolean hasHandshake(long word) {
    return (word & (word >>> MODEL_SHIFT)) != 0;
  }

  /** The cycle after the last one. */
  long end() {
    return end;
  }

  boolean remembers(long cycle) {
    return cycle < end && cycle >= Math.max(0, end - words.length);
  }

  /** The word of a recorded cycle. */
  long word(long cycle) {
    return words[(int) cycle & mask];
  }
}
