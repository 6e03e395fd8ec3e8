package dev.backplane.rtl.engines.trace;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;

/** A growing byte array with the encodings of the FST format. */
final class FstOutput extends ByteArrayOutputStream {
  FstOutput() {
    super(16);
  }

  FstOutput u8(int value) {
    write(value);
    return this;
  }

  FstOutput u64(long value) {
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      write((int) (value >>> shift));
    }
    return this;
  }

  /** A variable-length number: seven bits per byte, the lowest first. */
  FstOutput varint(long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      write((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    write((int) left);
    return this;
  }

  FstOutput text(String value) {
    writeBytes(value.getBytes(StandardCharsets.UTF_8));
    write(0);
    return this;
  }

  /** A text in a field of a fixed length. */
  FstOutput field(String value, int length) {
    byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < length; i++) {
      write(i < bytes.length && i < length - 1 ? bytes[i] : 0);
    }
    return this;
  }

  FstOutput bytes(byte[] value) {
    writeBytes(value);
    return this;
  }

  /** The bytes compressed with zlib, or unchanged if that is shorter. */
  static byte[] compress(byte[] plain) {
    byte[] room = new byte[plain.length];
    try (Deflater deflater = new Deflater(4)) {
      deflater.setInput(plain);
      deflater.finish();
      int length = deflater.deflate(room);
      return deflater.finished() && length < plain.length
          ? java.util.Arrays.copyOf(room, length)
          : plain;
    }
  }
}
