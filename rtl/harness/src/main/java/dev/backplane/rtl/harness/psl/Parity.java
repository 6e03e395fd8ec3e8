package dev.backplane.rtl.harness.psl;

/** Odd parity: the bit makes the number of ones odd. */
final class Parity {
  private Parity() {}

  /** The parity bit of a word. */
  static int odd(long word) {
    return ~Long.bitCount(word) & 1;
  }
}
