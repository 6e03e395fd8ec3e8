package dev.backplane.rtl.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The type of the elements of a buffer. Elements are little-endian. */
enum ElementType {
  U8(1),
  I8(1),
  U16(2),
  I16(2),
  U32(4),
  I32(4),
  U64(8),
  I64(8),
  F32(4),
  F64(8);

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  /** {@return the bytes of an element} */
  int bytes() {
    return bytes;
  }

  /** {@return its name in a file} */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<ElementType> parse(String text) {
    return Arrays.stream(values()).filter(type -> type.text().equals(text)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(ElementType::text).toList();
  }

  /**
   * {@return the type of a kernel's argument in C, bytes if it is not known}
   *
   * @param type for example {@code unsigned int*}
   */
  static ElementType ofC(String type) {
    String words = type.replace("const", "").replace("*", "").strip().replaceAll("\\s+", " ");
    return switch (words) {
      case "char", "signed char", "int8_t" -> I8;
      case "short", "int16_t" -> I16;
      case "unsigned short", "ushort", "uint16_t" -> U16;
      case "int", "int32_t" -> I32;
      case "uint", "unsigned", "unsigned int", "uint32_t" -> U32;
      case "long", "long long", "int64_t" -> I64;
      case "ulong", "unsigned long", "unsigned long long", "uint64_t" -> U64;
      case "float" -> F32;
      case "double" -> F64;
      default -> U8;
    };
  }

  boolean isFloat() {
    return this == F32 || this == F64;
  }

  boolean isSigned() {
    return this == I8 || this == I16 || this == I32 || this == I64;
  }

  /**
   * Appends an element.
   *
   * @throws ArithmeticException if the number does not fit, with the range
   */
  void put(ByteBuffer into, BigDecimal number) {
    switch (this) {
      case F32 -> into.putFloat(number.floatValue());
      case F64 -> into.putDouble(number.doubleValue());
      default -> putBits(into, whole(number).longValue());
    }
  }

  private void putBits(ByteBuffer into, long bits) {
    switch (bytes) {
      case 1 -> into.put((byte) bits);
      case 2 -> into.putShort((short) bits);
      case 4 -> into.putInt((int) bits);
      default -> into.putLong(bits);
    }
  }

  /** Appends an element of random bits; a floating-point number is one from -1 to 1. */
  void putRandom(ByteBuffer into, long bits) {
    switch (this) {
      case F32 -> into.putFloat((int) (bits >> 40) * 0x1p-23f);
      case F64 -> into.putDouble((bits >> 11) * 0x1p-52);
      default -> putBits(into, bits);
    }
  }

  private BigInteger whole(BigDecimal number) {
    BigInteger value;
    try {
      value = number.toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw new ArithmeticException(number.toPlainString() + " is no whole number");
    }
    int bits = bytes * Byte.SIZE;
    // Both ways to write a word of bits are usual: 0xffffffff and -1.
    if (value.bitLength() > (value.signum() < 0 ? bits - 1 : bits)) {
      throw new ArithmeticException(
          "%s does not fit %s, which has %d bits".formatted(value, text(), bits));
    }
    return value;
  }

  private BigInteger integer(ByteBuffer from, int at) {
    long bits =
        switch (bytes) {
          case 1 -> from.get(at);
          case 2 -> from.getShort(at);
          case 4 -> from.getInt(at);
          default -> from.getLong(at);
        };
    BigInteger value = BigInteger.valueOf(bits);
    return bits >= 0 || isSigned() ? value : value.add(BigInteger.ONE.shiftLeft(bytes * 8));
  }

  /** {@return an element as a person reads it: decimal, and the bits in hexadecimal} */
  String show(byte[] all, int index) {
    ByteBuffer from = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    int at = index * bytes;
    String number =
        switch (this) {
          case F32 -> Float.toString(from.getFloat(at));
          case F64 -> Double.toString(from.getDouble(at));
          default -> integer(from, at).toString();
        };
    StringBuilder hex = new StringBuilder();
    for (int i = bytes - 1; i >= 0; i--) {
      hex.append("%02x".formatted(all[at + i]));
    }
    return number + " (0x" + hex + ")";
  }

  /** {@return whether two elements are equal, numbers within a tolerance} */
  boolean same(byte[] actual, byte[] expected, int index, double tolerance) {
    int at = index * bytes;
    if (Arrays.equals(actual, at, at + bytes, expected, at, at + bytes)) {
      return true;
    }
    if (!isFloat()) {
      return false;
    }
    ByteBuffer is = ByteBuffer.wrap(actual).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer should = ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN);
    double left = this == F32 ? is.getFloat(at) : is.getDouble(at);
    double right = this == F32 ? should.getFloat(at) : should.getDouble(at);
    return left == right
        || (Double.isNaN(left) && Double.isNaN(right))
        || Math.abs(left - right) <= tolerance * Math.max(1, Math.abs(right));
  }
}
