package dev.backplane.rtl.trace;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;

/** Bytes that grow, in the encodings of the FST format. */
final class ByteBuilder extends ByteArrayOutputStream {
  ByteBuilder() {
    super(16);
  }

  ByteBuilder u8(int value) {
    write(value);
    return this;
  }

  ByteBuilder u64(long value) {
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      write((int) (value >>> shift));
    }
    return this;
  }

  /** Seven bits a byte, the lowest first. */
  ByteBuilder varint(long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      write((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    write((int) left);
    return this;
  }

  ByteBuilder text(String value) {
    writeBytes(value.getBytes(StandardCharsets.UTF_8));
    write(0);
    return this;
  }

  /** A text in a field of fixed length. */
  ByteBuilder field(String value, int length) {
    byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < length; i++) {
      write(i < bytes.length && i < length - 1 ? bytes[i] : 0);
    }
    return this;
  }

  ByteBuilder bytes(byte[] value) {
    writeBytes(value);
    return this;
  }

  /** The bytes in the zlib format if that is shorter, else as they are. */
  static byte[] packed(byte[] plain) {
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
