package dev.backplane.protobuf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;

/**
 * Goes through the fields of one message. {@link #next} passes over a whole field, so fields that
 * nobody asks for cost no call. Values are read in place: nothing is copied or allocated before its
 * size is checked, and bytes are a range of the buffer. Groups, which protobuf has deprecated, are
 * refused.
 *
 * <p>Every method throws {@link MalformedMessageException} for bytes that are no message, with the
 * offset of the field in the buffer. For use by one thread.
 */
public final class FieldReader {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;
  private static final int LONGEST_VARINT = 10;
  private static final long HIGHEST_FIELD = (1L << 29) - 1;
  private static final String CUT = "the message ends inside a field";

  private ByteBuffer message = ByteBuffer.allocate(0);
  private int from;
  private int end;
  private int fieldStart;
  private int field;
  private int wireType;
  private long number;
  private int start;
  private int length;

  /** Creates a reader of an empty message. */
  public FieldReader() {}

  /** {@return a reader of a message that is all of an array} */
  public static FieldReader of(byte[] message) {
    return new FieldReader().begin(ByteBuffer.wrap(message), 0, message.length);
  }

  /**
   * Begins with a message that lies in a range of a buffer, whose position and byte order this
   * changes.
   *
   * @return this
   */
  public FieldReader begin(ByteBuffer buffer, int from, int to) {
    message = buffer.order(ByteOrder.LITTLE_ENDIAN);
    this.from = from;
    end = to;
    message.limit(to).position(from);
    field = 0;
    return this;
  }

  private FieldReader sub(int from, int to) {
    return new FieldReader().begin(message.duplicate(), from, to);
  }

  /** {@return a reader of the same message from its beginning} */
  public FieldReader again() {
    return sub(from, end);
  }

  /** {@return how many bytes the message has} */
  public int size() {
    return end - from;
  }

  /** {@return the number of the next field, or 0 after the last} */
  public int next() {
    fieldStart = message.position();
    if (fieldStart >= end) {
      return 0;
    }
    long tag = varint();
    wireType = (int) tag & 7;
    if (tag >>> 3 == 0 || tag >>> 3 > HIGHEST_FIELD) {
      throw malformed("a field has the number " + (tag >>> 3));
    }
    field = (int) (tag >>> 3);
    switch (wireType) {
      case VARINT -> number = varint();
      case FIXED64 -> {
        need(Long.BYTES);
        number = message.getLong();
      }
      case FIXED32 -> {
        need(Integer.BYTES);
        number = message.getInt() & 0xffff_ffffL;
      }
      case BYTES -> range();
      default -> throw malformed("field %d has wire type %d".formatted(field, wireType));
    }
    return field;
  }

  private void range() {
    long declared = varint();
    int left = end - message.position();
    if (declared < 0 || declared > left) {
      throw malformed(
          "field %d says it has %s bytes, the message has %d left"
              .formatted(field, Long.toUnsignedString(declared), left));
    }
    start = message.position();
    length = (int) declared;
    message.position(start + length);
  }

  private void need(int bytes) {
    if (end - message.position() < bytes) {
      throw malformed(CUT);
    }
  }

  private long varint() {
    long value = 0;
    for (int i = 0; i < LONGEST_VARINT; i++) {
      if (message.position() >= end) {
        throw malformed(CUT);
      }
      byte next = message.get();
      value |= (next & 0x7fL) << (7 * i);
      if (next >= 0) {
        return value;
      }
    }
    throw malformed("a number has more than " + LONGEST_VARINT + " bytes");
  }

  /** {@return the value of a number; one of 32 bits without a sign, as its bits} */
  public long number() {
    if (wireType == BYTES) {
      throw malformed("field %d holds bytes, a number was expected".formatted(field));
    }
    return number;
  }

  /** {@return the value of a number of type float} */
  public float real() {
    if (wireType != FIXED32) {
      throw malformed("field %d is no number of 32 bits".formatted(field));
    }
    return Float.intBitsToFloat((int) number);
  }

  /** {@return the position in the buffer where the bytes of this field begin} */
  public int start() {
    requireBytes();
    return start;
  }

  /** {@return how many bytes this field has} */
  public int length() {
    requireBytes();
    return length;
  }

  private void requireBytes() {
    if (wireType != BYTES) {
      throw malformed("field %d holds a number, bytes were expected".formatted(field));
    }
  }

  /** {@return the bytes of this field, a view of the buffer from its position to its limit} */
  public ByteBuffer bytes() {
    requireBytes();
    return message.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(start + length).position(start);
  }

  /** {@return the text of this field} */
  public String text() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes()).toString();
    } catch (CharacterCodingException e) {
      throw malformed("the text of field %d is not UTF-8".formatted(field));
    }
  }

  /** {@return a reader of the message that is this field} */
  public FieldReader message() {
    requireBytes();
    return sub(start, start + length);
  }

  /** Takes the whole numbers that are packed into this field, or the one that it is. */
  public void numbers(LongConsumer consumer) {
    if (wireType != BYTES) {
      consumer.accept(number);
      return;
    }
    FieldReader packed = message();
    while (packed.message.hasRemaining()) {
      packed.fieldStart = packed.message.position();
      consumer.accept(packed.varint());
    }
  }

  /** Takes the numbers of 32 bits that are packed into this field, or the one; their bits. */
  public void words(LongConsumer consumer) {
    fixed(FIXED32, Integer.BYTES, consumer);
  }

  /** Takes the numbers of 64 bits that are packed into this field, or the one; their bits. */
  public void doubleWords(LongConsumer consumer) {
    fixed(FIXED64, Long.BYTES, consumer);
  }

  private void fixed(int single, int size, LongConsumer consumer) {
    if (wireType == single) {
      consumer.accept(number);
      return;
    }
    ByteBuffer numbers = bytes();
    if (length % size != 0) {
      throw malformed("%d bytes are no numbers of %d bytes".formatted(length, size));
    }
    while (numbers.hasRemaining()) {
      consumer.accept(size == Long.BYTES ? numbers.getLong() : numbers.getInt() & 0xffff_ffffL);
    }
  }

  private MalformedMessageException malformed(String problem) {
    return new MalformedMessageException(fieldStart, problem);
  }
}
