package dev.backplane.compiler.fixed;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;

/**
 * A format of signed fixed-point numbers: integers of {@code width} bits in two's complement, of
 * which {@code fraction} are behind the point; if it is negative, so many zeros follow before the
 * point. The integer {@code i} stands for {@code (i - zero) * scale / 2^fraction}; a plain format
 * has the scale 1 and the zero 0. This class and {@link Rescaling} are the definition of all
 * arithmetic of the compiler: the interpreter calls them, and hardware does the same bit for bit.
 *
 * <ul>
 *   <li>Sums and products are exact: they have as many bits as they need.
 *   <li>A number is rounded once, where it is put into a format: to nearest, ties to even.
 *   <li>Then it is saturated: a number beyond the range becomes the end of the range.
 * </ul>
 *
 * @param width how many bits, 2 to 32
 * @param fraction how many of them are behind the point, -32 to 48; more than {@code width} for
 *     numbers that are always small, and negative for large ones, in steps of 2, 4, 8 and so on
 * @param scale what a step is beside {@code 2^-fraction}, from 1 to less than 2
 * @param zero the integer that stands for 0; the smallest one makes all numbers positive
 */
public record FixedPoint(int width, int fraction, double scale, long zero) {
  /** The smallest fraction: that of the format with the largest numbers. */
  public static final int MIN_FRACTION = -32;

  /** The largest fraction: that of the format with the finest steps. */
  public static final int MAX_FRACTION = 48;

  private static final int MAX_WIDTH = 32;
  private static final int LONGEST_SHIFT = 62;

  /** Checks the format. */
  public FixedPoint {
    if (width < 2 || width > MAX_WIDTH) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH, "", "a format has 2 to 32 bits, not " + width);
    }
    if (fraction < MIN_FRACTION || fraction > MAX_FRACTION) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH, "", "a fraction has -32 to 48 bits, not " + fraction);
    }
    if (!(scale >= 1 && scale < 2)) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute scale",
          scale + " is not from 1 to less than 2; powers of two are in the fraction");
    }
    if (zero < -1L << (width - 1) || zero > (1L << (width - 1)) - 1) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute zero",
          zero + " is not an integer of " + width + " bits; choose one that is");
    }
  }

  /**
   * A plain format: its steps are a power of two, and 0 stands for 0.
   *
   * @param width how many bits
   * @param fraction how many of them are behind the point
   */
  public FixedPoint(int width, int fraction) {
    this(width, fraction, 1, 0);
  }

  /**
   * The format with a given step.
   *
   * @param width how many bits
   * @param step the distance of two numbers, positive
   * @param zero the integer that stands for 0
   * @return the format
   * @throws CompilerException if no format has such a step
   */
  public static FixedPoint ofStep(int width, double step, long zero) {
    int exponent = Math.getExponent(step);
    return new FixedPoint(width, -exponent, Math.scalb(step, -exponent), zero);
  }

  /** {@return whether the scale is 1 and the zero 0} */
  public boolean isPlain() {
    return scale == 1 && zero == 0;
  }

  /** {@return the distance of two numbers that are next to each other} */
  public double step() {
    return Math.scalb(scale, -fraction);
  }

  /**
   * Says whether numbers move between two formats by a shift, or as they are: their scales are the
   * same, and so are their zeros, which are 0 if the fractions are not the same.
   *
   * @param other the other format
   * @return whether no multiplication is needed
   */
  public boolean isShiftedFrom(FixedPoint other) {
    return scale == other.scale && zero == other.zero && (zero == 0 || fraction == other.fraction);
  }

  /** {@return the smallest integer of the format} */
  public long min() {
    return -1L << (width - 1);
  }

  /** {@return the largest integer of the format} */
  public long max() {
    return (1L << (width - 1)) - 1;
  }

  /** {@return whether an integer is one of the format} */
  public boolean contains(long value) {
    return value >= min() && value <= max();
  }

  /**
   * Checks that results can be put into this format.
   *
   * @param valueFraction how many bits of a result are behind the point
   * @return this format
   * @throws CompilerException if it has too many bits more than this format
   */
  public FixedPoint reachedFrom(int valueFraction) {
    if (valueFraction - fraction > LONGEST_SHIFT) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute fraction",
          "a result has "
              + valueFraction
              + " bits behind the point, and "
              + this
              + " cuts off more than "
              + LONGEST_SHIFT
              + " of them; choose fractions that are nearer to each other");
    }
    return this;
  }

  /** {@return the integer of the format that is nearest to this one} */
  public long saturate(long value) {
    return Math.clamp(value, min(), max());
  }

  /**
   * Puts an exact result of the same scale and zero into this format; {@link Rescaling} does it
   * with others.
   *
   * @param value an integer with {@code valueFraction} bits behind the point
   * @param valueFraction less than 63 more than {@link #fraction}; if it is less, zeros are added
   * @return the integer of this format: rounded to nearest, ties to even, then saturated
   */
  public long requantize(long value, int valueFraction) {
    return saturate(
        valueFraction < fraction
            ? multiply(value, fraction - valueFraction)
            : divide(value, valueFraction - fraction));
  }

  /**
   * Puts an exact quotient into this format.
   *
   * @param value an integer with {@code valueFraction} bits behind the point
   * @param valueFraction how many
   * @param divisor what it is divided by, positive; with the difference of the fractions as bits
   *     behind it, or behind the value, it has less than 63 bits
   * @return the integer of this format: rounded to nearest, ties to even, then saturated
   */
  public long requantizeQuotient(long value, int valueFraction, int divisor) {
    int shift = valueFraction - fraction;
    long numerator = value << Math.max(0, -shift);
    long denominator = (long) divisor << Math.max(0, shift);
    if (shift > 31 || shift < -62 || numerator >> Math.max(0, -shift) != value) {
      throw new IllegalArgumentException(
          value + " / " + divisor + " with " + valueFraction + " bits does not fit " + this);
    }
    long quotient = Math.floorDiv(numerator, denominator);
    long rest = Math.floorMod(numerator, denominator);
    long other = denominator - rest;
    boolean up = rest > other || (rest == other && (quotient & 1) == 1);
    return saturate(up ? quotient + 1 : quotient);
  }

  /**
   * Puts a real number into this format.
   *
   * @param value the number
   * @return the integer of this format: rounded to nearest, ties to even, then saturated
   */
  public long quantize(double value) {
    // A product with a power of two is exact unless it overflows, and then it saturates.
    return saturate((long) steps(value) + zero);
  }

  /** {@return how many whole steps a number is from 0, as far as a double has them} */
  private double steps(double value) {
    double limit = 1L << 40;
    return Math.clamp(Math.rint(Math.scalb(value, fraction) / scale), -limit, limit);
  }

  /** {@return the real number that an integer of this format stands for} */
  public double real(long value) {
    return Math.scalb((value - zero) * scale, -fraction);
  }

  /**
   * Finds the format with most bits behind the point that has a number.
   *
   * @param width how many bits
   * @param largest the number, by its absolute value
   * @return the format; the one of the largest numbers, if none has it
   */
  public static FixedPoint holding(int width, double largest) {
    int beyond = width - 1 - Math.getExponent(largest);
    int fraction = Math.clamp(beyond - 1L, MIN_FRACTION, MAX_FRACTION);
    while (fraction > MIN_FRACTION && !new FixedPoint(width, fraction).holds(largest)) {
      fraction--;
    }
    return new FixedPoint(width, fraction);
  }

  /**
   * Says whether a number is in the range of this format: half a step beyond the last number is, as
   * it is as near as any other there.
   *
   * @param number the number; in a plain format, by its absolute value
   * @return whether it loses no more than half a step
   */
  public boolean holds(double number) {
    if (isPlain()) {
      return Math.scalb(Math.abs(number), fraction) <= max() + 0.5;
    }
    double steps = Math.scalb(number, fraction) / scale + zero;
    return steps >= min() - 0.5 && steps <= max() + 0.5;
  }

  /**
   * Shifts a number to the left. On overflow the result is the greatest or smallest number, which
   * every format saturates.
   */
  private static long multiply(long value, int shift) {
    if (shift < Long.numberOfLeadingZeros(value ^ (value >> 63))) {
      return value << shift;
    }
    return value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /** Divides by a power of two: rounded to nearest, ties to even. */
  static long divide(long value, int shift) {
    if (shift == 0) {
      return value;
    }
    if (shift > LONGEST_SHIFT) {
      throw new IllegalArgumentException("a result is not shifted by " + shift);
    }
    long quotient = value >> shift;
    long rest = value & ((1L << shift) - 1);
    long half = 1L << (shift - 1);
    boolean up = rest > half || (rest == half && (quotient & 1) == 1);
    return up ? quotient + 1 : quotient;
  }

  @Override
  public String toString() {
    return "fixed("
        + width
        + ", "
        + fraction
        + (scale == 1 ? "" : ", scale " + scale)
        + (zero == 0 ? "" : ", zero " + zero)
        + ")";
  }
}
