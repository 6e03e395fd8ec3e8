package dev.backplane.compiler.onnx;

import dev.backplane.compiler.fixed.FixedPoint;

/**
 * A grid of numbers and its ends: what is put on it is rounded to nearest, ties to even, and cut.
 * Zero points are in the ends already.
 *
 * @param fraction the step is 2^-fraction; it may be negative
 * @param low the smallest number, in steps
 * @param high the largest
 */
record Quantizer(int fraction, long low, long high) {
  private static final int MOST_BITS = 48;
  private static final int LARGEST_EXPONENT = 32;

  /**
   * Reads a grid.
   *
   * @param node the node that has it
   * @param scale its step
   * @param low the smallest number, in steps
   * @param high the largest
   */
  static Quantizer of(OnnxNode node, double scale, long low, long high) {
    int exponent = Math.getExponent(scale);
    if (!(scale > 0) || Math.scalb(1.0, exponent) != scale) {
      throw node.unsupported(
          "its scale "
              + scale
              + " is no power of two, so that fixed-point numbers do not have its"
              + " grid; export the model with scales that are powers of two");
    }
    if (exponent > LARGEST_EXPONENT || exponent < -MOST_BITS) {
      throw node.unsupported("its scale " + scale + " is not between 2^-48 and 2^32");
    }
    if (low > high || low < Integer.MIN_VALUE || high > Integer.MAX_VALUE) {
      throw node.unsupported("its numbers from " + low + " to " + high + " do not fit in 32 bits");
    }
    return new Quantizer(-exponent, low, high);
  }

  /** The narrowest format that has the grid. */
  FixedPoint format() {
    long farthest = Math.max(high, ~low);
    int width = Long.SIZE - Long.numberOfLeadingZeros(farthest) + 1;
    return new FixedPoint(Math.max(2, width), fraction);
  }

  /**
   * Tells whether its ends are those of its format, for numbers that may be known to be positive.
   */
  boolean isWhole(boolean isPositive) {
    return (low == format().min() || (isPositive && low <= 0)) && high == format().max();
  }

  /** The same grid with ends that may be nearer. */
  Quantizer within(long lowest, long highest) {
    return new Quantizer(fraction, Math.max(low, lowest), Math.min(high, highest));
  }
}
