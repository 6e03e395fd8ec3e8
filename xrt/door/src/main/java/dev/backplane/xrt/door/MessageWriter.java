package dev.backplane.xrt.door;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes the fields of a protocol buffer behind room for a header. Used by one thread. */
final class MessageWriter {
  private static final int BYTES = 2;
  private static final int MOST_TAG_BYTES = 5 + 10;

  private final int headerBytes;
  private ByteBuffer buffer;

  MessageWriter(int headerBytes) {
    this.headerBytes = headerBytes;
    buffer = allocate(4096);
    begin();
  }

  private static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Begins a new message. */
  void begin() {
    buffer.clear().position(headerBytes);
  }

  MessageWriter number(int field, long value) {
    ensure(MOST_TAG_BYTES);
    varint((long) field << 3);
    varint(value);
    return this;
  }

  MessageWriter flag(int field, boolean value) {
    return number(field, value ? 1 : 0);
  }

  MessageWriter text(int field, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    room(field, bytes.length).put(bytes);
    return this;
  }

  /**
   * Adds a field of bytes that the caller fills in.
   *
   * @return the buffer, at the place of the bytes, with its limit behind them
   */
  ByteBuffer room(int field, int bytes) {
    ensure(MOST_TAG_BYTES + bytes);
    varint(((long) field << 3) | BYTES);
    varint(bytes);
    int start = buffer.position();
    buffer.position(start + bytes);
    return buffer.slice(start, bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Adds a field of four bytes. */
  MessageWriter word(int field, int value) {
    ensure(MOST_TAG_BYTES + Integer.BYTES);
    varint(((long) field << 3) | BYTES);
    varint(Integer.BYTES);
    buffer.putInt(value);
    return this;
  }

  /** {@return how many bytes the message has, without the header} */
  int size() {
    return buffer.position() - headerBytes;
  }

  /** {@return the buffer with the message behind room for its header, to be filled in and sent} */
  ByteBuffer finished() {
    return buffer.flip();
  }

  private void ensure(int more) {
    if (buffer.remaining() < more) {
      ByteBuffer larger =
          allocate(Math.max(Math.addExact(buffer.position(), more), 2 * buffer.capacity()));
      larger.put(buffer.flip());
      buffer = larger;
    }
  }

  private void varint(long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      buffer.put((byte) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    buffer.put((byte) left);
  }
}
