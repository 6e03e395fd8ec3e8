package dev.backplane.rtl.engines.trace;

import java.nio.charset.StandardCharsets;

/** Reads the encodings of the FST format from a byte array. */
final class FstInput {
  private final byte[] bytes;
  private final int end;
  int position;

  FstInput(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.position = at;
    this.end = java.util.Objects.checkIndex(end, bytes.length + 1);
  }

  FstInput(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  int remaining() {
    return end - position;
  }

  boolean isEmpty() {
    return position >= end;
  }

  int u8() {
    java.util.Objects.checkIndex(position, end);
    return bytes[position++] & 0xff;
  }

  long u64() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | u8();
    }
    return value;
  }

  /** A length or count that is valid for an array. */
  int size() {
    return requireArraySize(u64());
  }

  int varSize() {
    return requireArraySize(varint());
  }

  private static int requireArraySize(long value) {
    if (value < 0 || value > Integer.MAX_VALUE - 8) {
      throw new IndexOutOfBoundsException("a length of " + value);
    }
    return (int) value;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int octet = u8();
      value |= (octet & 0x7fL) << shift;
      if (octet < 0x80) {
        return value;
      }
    }
  }

  /** A variable-length number with the sign in the highest bit of the last byte. */
  long signedVarint() {
    long value = 0;
    for (int shift = 0; ; ) {
      int octet = u8();
      value |= (octet & 0x7fL) << shift;
      shift += 7;
      if (octet < 0x80) {
        return shift < Long.SIZE && (octet & 0x40) != 0 ? value | -1L << shift : value;
      }
    }
  }

  String text() {
    int start = position;
    while (u8() != 0) {
      // Text up to the terminating zero.
    }
    return new String(bytes, start, position - 1 - start, StandardCharsets.UTF_8);
  }

  byte[] take(int count) {
    java.util.Objects.checkFromIndexSize(position, count, end);
    byte[] taken = java.util.Arrays.copyOfRange(bytes, position, position + count);
    position += count;
    return taken;
  }
}
