package dev.backplane.api;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One argument of a kernel. Immutable.
 *
 * @param index its position, counted from 0
 * @param name its name
 * @param kind what is passed
 * @param type the type as the kernel's source writes it, for example {@code int*}; where the device
 *     tells what another name stands for, that
 * @param size how many bytes the value takes in the register map; 8 for buffers; 0 if nobody says
 * @param offset where the value lies in the compute unit's register map, in bytes
 * @param banks the banks that a buffer may lie in; empty for scalars
 */
public record Argument(
    int index, String name, Kind kind, String type, int size, long offset, List<Integer> banks) {

  /** The kind of value that is passed for an argument. */
  public enum Kind {
    /** A value, put into a register. */
    SCALAR,
    /** Several numbers of one type, {@code float4}: an array of as many. */
    VECTOR,
    /** A structure, or what else only its bytes are known of: a segment. */
    BYTES,
    /** A buffer, whose device address is put into a register. */
    BUFFER,
    /** Memory of a work group, by its size in bytes. */
    LOCAL,
    /** An image of pixels. */
    IMAGE,
    /** A sampler, which says how pixels of images are read. */
    SAMPLER,
    /**
     * Something that no program can pass: a pipe, a queue, an event of the device, and an image or
     * a sampler whose type the source gives another name.
     */
    UNSUPPORTED,
    /**
     * Something that only the kernel's source tells of, and it is not there: nothing but a segment
     * with its bytes is taken, which the device checks as far as it can.
     */
    UNKNOWN,
    /**
     * Something of an interface that never tells of arguments: a buffer, a number of the size that
     * its Java type has, or bytes.
     */
    OTHER
  }

  private static final Pattern VECTOR_TYPE =
      Pattern.compile("(u?(?:char|short|int|long)|half|float|double)(2|3|4|8|16)");

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
    checkOne(value);
    return bits(value);
  }

  /** Refuses what is neither a number that fits nor a buffer in one of the banks. */
  private void checkOne(Object value) {
    checkNumber(value);
    if (kind == Kind.BUFFER || (kind == Kind.OTHER && value instanceof Buffer)) {
      if (!(value instanceof Buffer buffer)) {
        throw wrongType(value, "a buffer");
      }
      checkBank(buffer.bank());
      return;
    }
    if (isReal()) {
      require(value instanceof Number, value, "a number");
      checkRounded((Number) value);
      return;
    }
    switch (value) {
      case Boolean _ -> {}
      case Float _ when kind == Kind.OTHER -> {}
      case Double _ when kind == Kind.OTHER -> {}
      case Byte n -> checkFits(n);
      case Short n -> checkFits(n);
      case Integer n -> checkFits(n);
      case Long n -> checkFits(n);
      case Character c -> checkFits(c);
      default -> throw wrongType(value, "a number");
    }
  }

  private void checkBank(Bank bank) {
    if (!banks.isEmpty() && !banks.contains(bank.index())) {
      throw BackplaneException.because(
              ErrorCode.WRONG_BANK,
              "the buffer lies in bank "
                  + bank.name()
                  + " (index "
                  + bank.index()
                  + "), the argument is connected to "
                  + banks)
          .on("argument " + this)
          .remedy("Make the buffer with kernel.buffer(\"" + name + "\", bytes)")
          .build();
    }
  }

  /**
   * Gives the bits that go into the register, for drivers: what they are passed was checked.
   *
   * @param value a boxed primitive or a {@link Buffer} that {@link #check(Object)} takes
   * @return the bits, in the low bytes
   */
  public long bits(Object value) {
    return switch (value) {
      case Buffer buffer -> buffer.address();
      case Number number when isReal() -> realBits(number);
      case Float n -> Float.floatToRawIntBits(n) & 0xffffffffL;
      case Double n -> Double.doubleToRawLongBits(n);
      case Number number -> cut(number.longValue());
      case Boolean b -> b ? 1 : 0;
      case Character c -> c;
      default -> throw wrongType(value, wanted());
    };
  }

  /**
   * Does the same for a whole number without a box around it.
   *
   * @param value a number that {@link #check(long)} takes
   * @return the bits, in the low bytes
   */
  public long bits(long value) {
    return isReal() ? realBits(value) : cut(value);
  }

  /**
   * Checks a whole number that is to be passed.
   *
   * @param value the number
   * @throws BackplaneException {@link ErrorCode#WRONG_ARGUMENT_TYPE} or {@link
   *     ErrorCode#WRONG_ARGUMENT_SIZE}
   */
  public void check(long value) {
    if (kind == Kind.BUFFER) {
      throw wrongType(value, "a buffer");
    }
    checkNumber(value);
    if (isReal()) {
      checkRounded(value);
    } else {
      checkFits(value);
    }
  }

  /**
   * Checks a value that is to be passed, of any kind.
   *
   * @param value what {@link #encode} takes; an array of numbers for a vector; a {@link
   *     MemorySegment} with the bytes of anything but a buffer; an {@link ImageObject}; a {@link
   *     Sampler}
   * @throws BackplaneException {@link ErrorCode#WRONG_ARGUMENT_TYPE}, {@link
   *     ErrorCode#WRONG_ARGUMENT_SIZE} or {@link ErrorCode#WRONG_BANK}
   */
  public void check(Object value) {
    if (value instanceof MemorySegment bytes) {
      checkBytes(bytes.byteSize());
      return;
    }
    switch (kind) {
      case VECTOR -> {
        var _ = elements(value);
      }
      case IMAGE -> require(value instanceof ImageObject, value, wanted());
      case SAMPLER -> require(value instanceof Sampler, value, wanted());
      default -> checkOne(value);
    }
  }

  private void require(boolean fits, Object value, String wanted) {
    if (!fits) {
      throw wrongType(value, wanted);
    }
  }

  /**
   * Checks how many bytes are to be passed as they lie in memory.
   *
   * @param bytes how many
   * @throws BackplaneException {@link ErrorCode#WRONG_ARGUMENT_TYPE} if it takes no bytes, {@link
   *     ErrorCode#WRONG_ARGUMENT_SIZE} if it takes another number
   */
  public void checkBytes(long bytes) {
    switch (kind) {
      case BUFFER, LOCAL, IMAGE, SAMPLER, UNSUPPORTED -> throw wrongType("bytes", wanted());
      case SCALAR, VECTOR, BYTES -> {
        if (bytes != size && size > 0) {
          throw BackplaneException.because(
                  ErrorCode.WRONG_ARGUMENT_SIZE, "takes " + size + " bytes, not " + bytes)
              .on("argument " + this)
              .remedy("Pass its size")
              .build();
        }
      }
      case UNKNOWN, OTHER -> {}
    }
  }

  /**
   * Checks the numbers of a vector and gives their bytes.
   *
   * @param array an array of numbers, as many as the vector has; each must fit, as {@link #encode}
   *     says
   * @return the bytes, {@link #size} of them: a vector of three takes the memory of four
   * @throws BackplaneException {@link ErrorCode#WRONG_ARGUMENT_TYPE} or {@link
   *     ErrorCode#WRONG_ARGUMENT_SIZE}
   */
  public byte[] elements(Object array) {
    Matcher vector = VECTOR_TYPE.matcher(type);
    require(kind == Kind.VECTOR && vector.matches() && array.getClass().isArray(), array, wanted());
    int count = Integer.parseInt(vector.group(2));
    if (Array.getLength(array) != count) {
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_SIZE,
              "takes %d numbers, not %d".formatted(count, Array.getLength(array)))
          .on("argument " + this)
          .remedy("Pass " + wanted())
          .build();
    }
    int bytes = size / (count == 3 ? 4 : count);
    Argument one = new Argument(index, name, Kind.SCALAR, vector.group(1), bytes, offset, banks);
    MemorySegment all = MemorySegment.ofArray(new byte[size]);
    for (int i = 0; i < count; i++) {
      Object number = Array.get(array, i);
      require(number instanceof Number, array, wanted());
      long bits = one.encode(number);
      for (int b = 0; b < bytes; b++) {
        all.set(ValueLayout.JAVA_BYTE, (long) i * bytes + b, (byte) (bits >>> (8 * b)));
      }
    }
    return all.toArray(ValueLayout.JAVA_BYTE);
  }

  /** {@return what is passed for it, for a message} */
  public String wanted() {
    return switch (kind) {
      case SCALAR, OTHER -> "a number";
      case VECTOR -> "an array with the numbers of a " + type;
      case BYTES -> "a segment with the bytes of a " + type;
      case BUFFER -> "a buffer";
      case LOCAL -> "a size of local memory";
      case IMAGE -> "an image, from the facet ImageMemory";
      case SAMPLER -> "a sampler, from the facet ImageMemory";
      case UNSUPPORTED -> "nothing that a program can pass";
      case UNKNOWN ->
          "a segment with its bytes alone, as nothing tells its type: build the program with"
              + " -cl-kernel-arg-info, load its source or what binary() gave for other values";
    };
  }

  private void checkNumber(Object value) {
    switch (kind) {
      case VECTOR, BYTES, IMAGE, SAMPLER, UNSUPPORTED, UNKNOWN -> throw wrongType(value, wanted());
      case SCALAR, BUFFER, LOCAL, OTHER -> {}
    }
  }

  private boolean isReal() {
    return switch (type) {
      case "float", "double", "half" -> kind != Kind.LOCAL;
      default -> false;
    };
  }

  private long realBits(Number number) {
    return switch (type) {
      case "double" -> Double.doubleToRawLongBits(number.doubleValue());
      case "float" -> Float.floatToRawIntBits(number.floatValue()) & 0xffffffffL;
      default -> Float.floatToFloat16(number.floatValue()) & 0xffffL;
    };
  }

  /** Refuses a number of which rounding leaves only infinity. */
  private void checkRounded(Number number) {
    double rounded =
        switch (type) {
          case "double" -> number.doubleValue();
          case "float" -> number.floatValue();
          default -> Float.float16ToFloat(Float.floatToFloat16(number.floatValue()));
        };
    boolean wasInfinite =
        (number instanceof Float || number instanceof Double)
            && Double.isInfinite(number.doubleValue());
    if (Double.isInfinite(rounded) && !wasInfinite) {
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_SIZE, number + " is too large for a " + type)
          .on("argument " + this)
          .remedy(
              "Pass a smaller number, an infinity if one is meant, or build the kernel with a wider"
                  + " argument")
          .build();
    }
  }

  private void checkFits(long value) {
    if (size >= Long.BYTES) {
      return;
    }
    long range = 1L << (size * 8);
    if (value < -(range >> 1) || value >= range) {
      throw BackplaneException.because(
              ErrorCode.WRONG_ARGUMENT_SIZE, value + " does not fit " + size + " bytes")
          .on("argument " + this)
          .remedy("Pass a smaller number, or build the kernel with a wider argument")
          .build();
    }
  }

  /** {@return the low bytes of a number, as many as the argument has} */
  private long cut(long value) {
    return size >= Long.BYTES ? value : value & ((1L << (size * 8)) - 1);
  }

  private BackplaneException wrongType(Object value, String wanted) {
    String given =
        switch (value) {
          case Buffer _ -> "a buffer";
          case ImageObject _ -> "an image";
          case Sampler _ -> "a sampler";
          case String words -> words;
          default -> "a " + value.getClass().getSimpleName();
        };
    return BackplaneException.because(
            ErrorCode.WRONG_ARGUMENT_TYPE, "takes " + wanted + ", not " + given)
        .on("argument " + this)
        .remedy(
            kind == Kind.UNSUPPORTED
                ? "Write the kernel without it; an image or a sampler under its type's own name"
                : "Pass " + wanted)
        .build();
  }

  @Override
  public String toString() {
    return index + " '" + name + "' (" + type + ")";
  }
}
