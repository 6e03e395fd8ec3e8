package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;

/**
 * Reads one message of the protobuf wire format: fields, each a number and a value of one of four
 * kinds. Nothing is copied or allocated before its size is checked, and an error names the offset
 * in the file. For use by one thread.
 */
final class WireReader {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;
  private static final int LONGEST_VARINT = 10;

  private final ByteBuffer buffer;
  private int fieldStart;
  private int kind;

  private WireReader(ByteBuffer buffer) {
    this.buffer = buffer;
  }

  static WireReader of(byte[] file) {
    return new WireReader(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN));
  }

  /** {@return a reader of the same message from where this one is} */
  WireReader again() {
    return new WireReader(buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN));
  }

  /** {@return how many bytes of the message are left} */
  int remaining() {
    return buffer.remaining();
  }

  /** {@return the number of the next field, or 0 at the end of the message} */
  int next() {
    fieldStart = buffer.position();
    if (!buffer.hasRemaining()) {
      return 0;
    }
    long tag = varint();
    kind = (int) tag & 7;
    long field = tag >>> 3;
    if (field < 1 || field >= 1 << 29) {
      throw damaged("a field has number " + field + ", which none can have");
    }
    return (int) field;
  }

  long whole() {
    expect(VARINT);
    return varint();
  }

  float real() {
    expect(FIXED32);
    need(Float.BYTES);
    return buffer.getFloat();
  }

  String text() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes()).toString();
    } catch (CharacterCodingException e) {
      throw damaged("a text is not UTF-8");
    }
  }

  /** {@return the message that is this field} */
  WireReader message() {
    return new WireReader(bytes());
  }

  /** {@return the bytes of this field, a view of the file whose position is the offset} */
  ByteBuffer bytes() {
    expect(BYTES);
    long length = varint();
    if (length < 0 || length > buffer.remaining()) {
      throw damaged(
          "a field has "
              + Long.toUnsignedString(length)
              + " bytes, and only "
              + buffer.remaining()
              + " follow");
    }
    ByteBuffer view = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    view.limit(buffer.position() + (int) length);
    buffer.position(view.limit());
    return view;
  }

  /** Whole numbers that are packed into one field, or one of them. */
  void wholes(LongConsumer consumer) {
    if (kind != BYTES) {
      consumer.accept(whole());
      return;
    }
    WireReader packed = message();
    while (packed.buffer.hasRemaining()) {
      packed.fieldStart = packed.buffer.position();
      consumer.accept(packed.varint());
    }
  }

  /** Numbers of 32 bits that are packed into one field, or one of them; their bits. */
  void words(LongConsumer consumer) {
    fixed(FIXED32, Integer.BYTES, consumer);
  }

  /** Numbers of 64 bits that are packed into one field, or one of them; their bits. */
  void doubleWords(LongConsumer consumer) {
    fixed(FIXED64, Long.BYTES, consumer);
  }

  private void fixed(int single, int size, LongConsumer consumer) {
    ByteBuffer numbers = buffer;
    if (kind == BYTES) {
      numbers = bytes();
      if (numbers.remaining() % size != 0) {
        throw damaged(numbers.remaining() + " bytes are no numbers of " + size + " bytes");
      }
    } else {
      expect(single);
      need(size);
      numbers = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
      numbers.limit(buffer.position() + size);
      buffer.position(numbers.limit());
    }
    while (numbers.hasRemaining()) {
      consumer.accept(size == Long.BYTES ? numbers.getLong() : numbers.getInt());
    }
  }

  /** Passes over a field that nobody asked for. */
  void skip() {
    switch (kind) {
      case VARINT -> varint();
      case FIXED64 -> pass(Long.BYTES);
      case BYTES -> bytes();
      case FIXED32 -> pass(Integer.BYTES);
      default -> throw damaged("a field is of kind " + kind + ", which there is not");
    }
  }

  private void pass(int size) {
    need(size);
    buffer.position(buffer.position() + size);
  }

  private void need(int size) {
    if (buffer.remaining() < size) {
      throw damaged("the file or message ends within a number");
    }
  }

  private void expect(int expected) {
    if (kind != expected) {
      throw damaged("a field is of kind " + kind + " in place of " + expected);
    }
  }

  private long varint() {
    long value = 0;
    for (int i = 0; i < LONGEST_VARINT; i++) {
      if (!buffer.hasRemaining()) {
        throw damaged("the file or message ends within a number");
      }
      byte next = buffer.get();
      value |= (next & 0x7fL) << (7 * i);
      if (next >= 0) {
        return value;
      }
    }
    throw damaged("a number has more than " + LONGEST_VARINT + " bytes");
  }

  /** {@return an error of the field that was read last} */
  CompilerException damaged(String text) {
    return new CompilerException(
        CompilerError.MODEL_DAMAGED,
        "offset " + fieldStart,
        text + "; this is no ONNX model, or it is damaged");
  }
}
