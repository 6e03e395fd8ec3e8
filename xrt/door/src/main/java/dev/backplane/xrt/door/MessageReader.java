package dev.backplane.xrt.door;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Goes through the fields of a protocol buffer, which is a sequence of tagged values. Holds no copy
 * and makes no objects: a bytes field is a range of the buffer. Used by one thread.
 *
 * <p>Wire types: 0 varint, 1 eight bytes, 2 length and bytes, 5 four bytes; groups are not used.
 */
final class MessageReader {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private ByteBuffer message;
  private int end;
  private int field;
  private int wireType;
  private long number;
  private int start;
  private int length;

  MessageReader(ByteBuffer message) {
    this.message = message;
  }

  /** Begins with a message that lies in a range of a buffer. */
  void begin(ByteBuffer buffer, int from, int to) {
    message = buffer;
    end = to;
    message.limit(to).position(from);
  }

  /** {@return the number of the next field, or 0 after the last} */
  int next() {
    if (message.position() >= end) {
      return 0;
    }
    long tag = varint();
    field = (int) (tag >>> 3);
    wireType = (int) (tag & 7);
    if (field == 0 || tag >>> 3 > 0x1fff_ffffL) {
      throw Malformed.because("a field has the number " + (tag >>> 3));
    }
    switch (wireType) {
      case VARINT -> number = varint();
      case FIXED64 -> number = fixed(Long.BYTES);
      case FIXED32 -> number = fixed(Integer.BYTES);
      case BYTES -> range();
      default -> throw Malformed.because("field %d has wire type %d".formatted(field, wireType));
    }
    return field;
  }

  private void range() {
    long declared = varint();
    int left = end - message.position();
    if (declared < 0 || declared > left) {
      throw Malformed.because(
          "field %d says it has %s bytes, the message has %d left"
              .formatted(field, Long.toUnsignedString(declared), left));
    }
    start = message.position();
    length = (int) declared;
    message.position(start + length);
  }

  private long fixed(int bytes) {
    if (end - message.position() < bytes) {
      throw truncated();
    }
    return bytes == Long.BYTES ? message.getLong() : message.getInt() & 0xffff_ffffL;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (message.position() >= end) {
        throw truncated();
      }
      byte next = message.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw Malformed.because("a number of more than 10 bytes");
  }

  private static RuntimeException truncated() {
    return Malformed.because("the message ends inside a field");
  }

  /** {@return the value of the field that {@link #next} came to, a number} */
  long number() {
    if (wireType == BYTES) {
      throw Malformed.because("field %d holds bytes, a number was expected".formatted(field));
    }
    return number;
  }

  /** {@return where the bytes of this field begin} */
  int start() {
    requireBytes();
    return start;
  }

  /** {@return how many bytes this field has} */
  int length() {
    requireBytes();
    return length;
  }

  String text() {
    requireBytes();
    byte[] bytes = new byte[length];
    message.get(start, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void requireBytes() {
    if (wireType != BYTES) {
      throw Malformed.because("field %d holds a number, bytes were expected".formatted(field));
    }
  }
}
