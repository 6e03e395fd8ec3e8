package dev.backplane.protobuf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes the fields of one message into memory that grows. Zeros and empty texts are written like
 * other values. For use by one thread; a writer can be used for message after message.
 */
public final class FieldWriter {
  private static final int VARINT = 0;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;
  private static final int MOST_TAG_BYTES = 5 + 10;
  private static final int FIRST_BYTES = 4096;

  private final int headerBytes;
  private ByteBuffer buffer;

  private FieldWriter(int headerBytes, ByteBuffer buffer) {
    this.headerBytes = headerBytes;
    this.buffer = buffer;
    begin();
  }

  /** {@return a writer into direct memory, which leaves room for a header before each message} */
  public static FieldWriter behindHeader(int headerBytes) {
    return new FieldWriter(headerBytes, ByteBuffer.allocateDirect(FIRST_BYTES));
  }

  /** Creates a writer of a message whose bytes are wanted as an array. */
  public FieldWriter() {
    this(0, ByteBuffer.allocate(64));
  }

  /** Begins a new message. */
  public void begin() {
    buffer.order(ByteOrder.LITTLE_ENDIAN).clear().position(headerBytes);
  }

  /** Adds a whole number. */
  public FieldWriter number(int field, long value) {
    tag(field, VARINT, 0);
    varint(value);
    return this;
  }

  /** Adds a truth value. */
  public FieldWriter flag(int field, boolean value) {
    return number(field, value ? 1 : 0);
  }

  /** Adds a number of type float. */
  public FieldWriter real(int field, float value) {
    tag(field, FIXED32, Float.BYTES);
    buffer.putFloat(value);
    return this;
  }

  /** Adds a text. */
  public FieldWriter text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes. */
  public FieldWriter bytes(int field, byte[] value) {
    room(field, value.length).put(value);
    return this;
  }

  /** Adds a message, as it is now. */
  public FieldWriter message(int field, FieldWriter message) {
    return bytes(field, message.toByteArray());
  }

  /**
   * Adds a field of bytes that the caller fills in.
   *
   * @return the buffer, at the place of the bytes, with its limit behind them
   */
  public ByteBuffer room(int field, int bytes) {
    tag(field, BYTES, bytes);
    varint(bytes);
    int start = buffer.position();
    buffer.position(start + bytes);
    return buffer.slice(start, bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** {@return how many bytes the message has, without the header} */
  public int size() {
    return buffer.position() - headerBytes;
  }

  /** {@return the buffer with the message behind room for its header, to be filled in and sent} */
  public ByteBuffer finished() {
    return buffer.flip();
  }

  /** {@return a copy of the message without the header} */
  public byte[] toByteArray() {
    byte[] bytes = new byte[size()];
    buffer.get(headerBytes, bytes);
    return bytes;
  }

  private void tag(int field, int wireType, int more) {
    if (buffer.remaining() < MOST_TAG_BYTES + (long) more) {
      int needed = Math.addExact(buffer.position(), Math.addExact(MOST_TAG_BYTES, more));
      int bytes = Math.max(needed, (int) Math.min(2L * buffer.capacity(), Integer.MAX_VALUE - 8));
      ByteBuffer larger =
          buffer.isDirect() ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
      buffer = larger.order(ByteOrder.LITTLE_ENDIAN).put(buffer.flip());
    }
    varint(((long) field << 3) | wireType);
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
