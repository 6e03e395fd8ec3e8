package dev.backplane.rtl.harness.ccip;

/** A request to memory, from its header to its response. Reused. */
final class CcipRequest {
  int type;

  /** The first byte. */
  long address;

  /** The number of lines of a write; for a read, the index of its line. */
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
