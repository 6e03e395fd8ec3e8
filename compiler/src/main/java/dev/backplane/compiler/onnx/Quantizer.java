package dev.backplane.compiler.onnx;

import dev.backplane.compiler.fixed.FixedPoint;

/**
 * A grid of numbers and its ends: what is put on it is rounded to nearest, ties to even, and cut.
 * Where the step is a power of two, zero points are in the ends; otherwise the integers are those
 * of the model, of which unsigned ones are shifted by half their range.
 *
 * @param scale what the step is beside the power of two, from 1 to less than 2
 * @param fraction the step is scale x 2^-fraction; it may be negative
 * @param zero the integer that stands for 0
 * @param low the smallest integer
 * @param high the largest
 */
record Quantizer(double scale, int fraction, long zero, long low, long high) {
  private static final int MOST_BITS = 48;
  private static final int LARGEST_EXPONENT = 32;

  /** The most bits of integers whose step is no power of two. */
  private static final int MOST_SCALED_BITS = 24;

  /**
   * Reads a grid.
   *
   * @param node the node that has it
   * @param step its step
   * @param low the smallest integer
   * @param high the largest
   * @param zero the integer that stands for 0
   */
  static Quantizer of(OnnxNode node, double step, long low, long high, long zero) {
    checkStep(node, step);
    int exponent = Math.getExponent(step);
    double scale = Math.scalb(step, -exponent);
    boolean isPlain = scale == 1;
    long middle = low < 0 ? 0 : Long.highestOneBit(Math.max(1, high));
    long shift = isPlain ? -zero : -middle;
    if (low > high || low + shift < Integer.MIN_VALUE || high + shift > Integer.MAX_VALUE) {
      throw node.unsupported(
          "its numbers from " + (low - zero) + " to " + (high - zero) + " do not fit in 32 bits");
    }
    Quantizer quantizer =
        new Quantizer(scale, -exponent, isPlain ? 0 : zero + shift, low + shift, high + shift);
    if (!isPlain && quantizer.width() > MOST_SCALED_BITS) {
      throw node.unsupported(
          "its scale "
              + step
              + " is no power of two, and its numbers have "
              + quantizer.width()
              + " bits; up to "
              + MOST_SCALED_BITS
              + " are supported with such a scale");
    }
    return quantizer;
  }

  /** Refuses steps that no format has. */
  static void checkStep(OnnxNode node, double step) {
    int exponent = Math.getExponent(step);
    if (!(step > 0) || exponent > LARGEST_EXPONENT || exponent < -MOST_BITS) {
      throw node.unsupported("its scale " + step + " is not between 2^-48 and 2^32");
    }
  }

  private int width() {
    long farthest = Math.max(Math.max(high, ~low), Math.max(zero, ~zero));
    return Math.max(2, Long.SIZE - Long.numberOfLeadingZeros(farthest) + 1);
  }

  /** {@return the distance of two numbers} */
  double step() {
    return Math.scalb(scale, -fraction);
  }

  /** The narrowest format that has the grid. */
  FixedPoint format() {
    return new FixedPoint(width(), fraction, scale, zero);
  }

  /**
   * Tells whether its ends are those of its format, for numbers that may be known to be positive.
   */
  boolean isWhole(boolean isPositive) {
    return (low == format().min() || (isPositive && low <= zero)) && high == format().max();
  }

  /** The same grid with ends that may be nearer. */
  Quantizer within(long lowest, long highest) {
    return new Quantizer(scale, fraction, zero, Math.max(low, lowest), Math.min(high, highest));
  }
}
