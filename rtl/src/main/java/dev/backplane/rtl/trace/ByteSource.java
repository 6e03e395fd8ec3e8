package dev.backplane.rtl.trace;

import java.nio.charset.StandardCharsets;

/** Bytes in the encodings of the FST format, read from front to back. */
final class ByteSource {
  private final byte[] bytes;
  private final int end;
  int at;

  ByteSource(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = java.util.Objects.checkIndex(end, bytes.length + 1);
  }

  ByteSource(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  int left() {
    return end - at;
  }

  boolean isEmpty() {
    return at >= end;
  }

  int u8() {
    java.util.Objects.checkIndex(at, end);
    return bytes[at++] & 0xff;
  }

  long u64() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | u8();
    }
    return value;
  }

  /** A length or count, which must be one of an array. */
  int size() {
    return checked(u64());
  }

  int varSize() {
    return checked(varint());
  }

  private static int checked(long value) {
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

  /** The same with a sign in the highest bit of the last byte. */
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
    int start = at;
    while (u8() != 0) {
      // Up to the end.
    }
    return new String(bytes, start, at - 1 - start, StandardCharsets.UTF_8);
  }

  byte[] take(int count) {
    java.util.Objects.checkFromIndexSize(at, count, end);
    byte[] taken = java.util.Arrays.copyOfRange(bytes, at, at + count);
    at += count;
    return taken;
  }
}
