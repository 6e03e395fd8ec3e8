package dev.backplane.compiler.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes one message of the protobuf wire format, field by field. Zeros and empty texts are written
 * like other values. For use by one thread.
 */
final class WireWriter {
  private static final int VARINT = 0;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  WireWriter whole(int field, long value) {
    varint(((long) field << 3) | VARINT);
    varint(value);
    return this;
  }

  WireWriter real(int field, float value) {
    varint(((long) field << 3) | FIXED32);
    int bits = Float.floatToRawIntBits(value);
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes.write(bits >>> (8 * i));
    }
    return this;
  }

  WireWriter text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  WireWriter message(int field, WireWriter message) {
    return bytes(field, message.toByteArray());
  }

  /** One field for each number: every reader takes that for a list, packed or not. */
  WireWriter wholes(int field, List<Long> values) {
    values.forEach(value -> whole(field, value));
    return this;
  }

  WireWriter bytes(int field, byte[] value) {
    varint(((long) field << 3) | BYTES);
    varint(value.length);
    bytes.writeBytes(value);
    return this;
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }
}
