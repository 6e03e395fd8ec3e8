package dev.backplane.rtl.harness.ccip;

/** A request to memory, from its header to its response. Reused. */
final class CcipRequest {
  int type;

  /** The first byte. */
  long address;

  /** How many lines, or of a read, which of its lines. */
  int lines;

  /** The bytes of a line that are written: all, or a range. */
  int firstByte;

  int bytes;
  int mdata;

  /** The physical channel that it takes. */
  int channel;

  long acceptedCycle;
  long readyCycle;

  /** The lines that are written. */
  final long[] words;

  /**
   * @param words how many words of data it has at most
   */
  CcipRequest(int words) {
    this.words = new long[words];
  }
}
