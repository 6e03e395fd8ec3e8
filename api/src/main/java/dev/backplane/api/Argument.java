package dev.backplane.api;

import java.util.List;

/**
 * One argument of a kernel. Immutable.
 *
 * @param index its position, counted from 0
 * @param name its name
 * @param kind what is passed
 * @param type the type as the kernel's source writes it, for example {@code int*}
 * @param size how many bytes the value takes in the register map; 8 for buffers
 * @param offset where the value lies in the compute unit's register map, in bytes
 * @param banks the banks that a buffer may lie in; empty for scalars
 */
public record Argument(
    int index, String name, Kind kind, String type, int size, long offset, List<Integer> banks) {

  /** What is passed for an argument. */
  public enum Kind {
    /** A value, put into a register. */
    SCALAR,
    /** A buffer, whose device address is put into a register. */
    BUFFER,
    /** Memory of a work group, by its size in bytes. */
    LOCAL,
    /**
     * Something of which the device does not tell enough: a buffer, a number of the size that its
     * Java type has, or bytes.
     */
    OTHER
  }

  /** Copies the list. */
  public Argument {
    banks = List.copyOf(banks);
  }

  /**
   * Checks a value that is to be passed and gives the bits that go into the register.
   *
   * <p>Whole numbers must fit the argument's size as a signed or an unsigned number. A {@code
   * double} argument takes any number, rounded if need be; a {@code float} or {@code half} argument
   * too, unless it is so large that only infinity would be left of it. NaN and infinities go in as
   * they are. A buffer gives its device address, and must lie in one of the banks.
   *
   * @param value a boxed primitive or a {@link Buffer}
   * @return the bits, in the low bytes
   * @throws BackplaneException {@link ErrorCode#WRONG_ARGUMENT_TYPE}, {@link
   *     ErrorCode#WRONG_ARGUMENT_SIZE} or {@link ErrorCode#WRONG_BANK}
   */
  public long encode(Object value) {
    if (kind == Kind.BUFFER || (kind == Kind.OTHER && value instanceof Buffer)) {
      if (!(value instanceof Buffer buffer)) {
        throw wrongType(value, "a buffer");
      }
      int bank = buffer.bank().index();
      if (!banks.isEmpty() && !banks.contains(bank)) {
        throw BackplaneException.because(
                ErrorCode.WRONG_BANK,
                "the buffer lies in bank "
                    + buffer.bank().name()
                    + " (index "
                    + bank
                    + "), the argument is connected to "
                    + banks)
            .on("argument " + this)
            .remedy("Make the buffer with kernel.buffer(\"" + name + "\", bytes)")
            .build();
      }
      return buffer.address();
    }
    if (isReal() && value instanceof Number number) {
      return bits(number);
    }
    if (isReal()) {
      throw wrongType(value, "a number");
    }
    return switch (value) {
      case Boolean b -> b ? 1 : 0;
      case Float n when kind == Kind.OTHER -> Float.floatToRawIntBits(n) & 0xffffffffL;
      case Double n when kind == Kind.OTHER -> Double.doubleToRawLongBits(n);
      case Byte n -> fit(n);
      case Short n -> fit(n);
      case Integer n -> fit(n);
      case Long n -> fit(n);
      case Character c -> fit(c);
      default -> throw wrongType(value, "a number");
    };
  }

  /**
   * Does the same for a whole number without a box around it.
   *
   * @param value the number
   * @return the bits, in the low bytes
   * @throws BackplaneException {@link ErrorCode#WRONG_ARGUMENT_TYPE} or {@link
   *     ErrorCode#WRONG_ARGUMENT_SIZE}
   */
  public long encode(long value) {
    if (kind == Kind.BUFFER) {
      throw wrongType(value, "a buffer");
    }
    return isReal() ? bits(value) : fit(value);
  }

  private boolean isReal() {
    return switch (type) {
      case "float", "double", "half" -> kind != Kind.LOCAL;
      default -> false;
    };
  }

  private long bits(Number number) {
    return switch (type) {
      case "double" -> Double.doubleToRawLongBits(rounded(number.doubleValue(), number));
      case "float" -> {
        float single = number.floatValue();
        yield Float.floatToRawIntBits((float) rounded(single, number)) & 0xffffffffL;
      }
      default -> {
        short half = Float.floatToFloat16(number.floatValue());
        var _ = rounded(Float.float16ToFloat(half), number);
        yield half & 0xffffL;
      }
    };
  }

  /** Refuses a number of which rounding leaves only infinity. */
  private double rounded(double result, Number number) {
    boolean wasInfinite =
        (number instanceof Float || number instanceof Double)
            && Double.isInfinite(number.doubleValue());
    if (Double.isInfinite(result) && !wasInfinite) {
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_SIZE, number + " is too large for a " + type)
          .on("argument " + this)
          .remedy(
              "Pass a smaller number, an infinity if one is meant, or build the kernel with a wider"
                  + " argument")
          .build();
    }
    return result;
  }

  private long fit(long value) {
    if (size >= Long.BYTES) {
      return value;
    }
    long range = 1L << (size * 8);
    if (value < -(range >> 1) || value >= range) {
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_SIZE, value + " does not fit " + size + " bytes")
          .on("argument " + this)
          .remedy("Pass a smaller number, or build the kernel with a wider argument")
          .build();
    }
    return value & (range - 1);
  }

  private BackplaneException wrongType(Object value, String wanted) {
    return BackplaneException.because(
            ErrorCode.WRONG_ARGUMENT_TYPE,
            "takes " + wanted + ", not a " + value.getClass().getSimpleName())
        .on("argument " + this)
        .remedy("Pass " + wanted)
        .build();
  }

  @Override
  public String toString() {
    return index + " '" + name + "' (" + type + ")";
  }
}
