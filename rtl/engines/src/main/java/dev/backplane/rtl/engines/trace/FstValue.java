package dev.backplane.rtl.engines.trace;

import java.util.Arrays;

/**
 * A value as an FST file has it: digits, or bits with the highest one first. It refers to the bytes
 * of the file, which nobody changes.
 */
final class FstValue {
  private final byte[] bytes;
  private final int at;
  private final int width;
  private final boolean packed;

  private FstValue(byte[] bytes, int at, int width, boolean packed) {
    this.bytes = bytes;
    this.at = at;
    this.width = width;
    this.packed = packed;
    java.util.Objects.checkFromIndexSize(at, packed ? packedBytes(width) : width, bytes.length);
  }

  static int packedBytes(int width) {
    return (width + Byte.SIZE - 1) / Byte.SIZE;
  }

  static FstValue digits(byte[] bytes, int at, int width) {
    return new FstValue(bytes, at, width, false);
  }

  static FstValue packed(byte[] bytes, int at, int width) {
    return new FstValue(bytes, at, width, true);
  }

  static FstValue unknown(int width) {
    byte[] digits = new byte[width];
    Arrays.fill(digits, (byte) 'x');
    return digits(digits, 0, width);
  }

  int width() {
    return width;
  }

  /** The digit of a bit; number 0 is the highest one. */
  byte digit(int bit) {
    return packed
        ? (byte) ('0' + (bytes[at + bit / Byte.SIZE] >>> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1))
        : bytes[at + bit];
  }

  byte[] digits() {
    byte[] digits = new byte[width];
    for (int i = 0; i < width; i++) {
      digits[i] = digit(i);
    }
    return digits;
  }

  boolean isKnown() {
    if (packed) {
      return true;
    }
    for (int i = 0; i < width; i++) {
      if (bytes[at + i] != '0' && bytes[at + i] != '1') {
        return false;
      }
    }
    return true;
  }

  boolean isSame(FstValue other) {
    if (width != other.width) {
      return false;
    }
    if (packed == other.packed) {
      int count = packed ? packedBytes(width) : width;
      return Arrays.equals(bytes, at, at + count, other.bytes, other.at, other.at + count);
    }
    for (int i = 0; i < width; i++) {
      if (digit(i) != other.digit(i)) {
        return false;
      }
    }
    return true;
  }
}
