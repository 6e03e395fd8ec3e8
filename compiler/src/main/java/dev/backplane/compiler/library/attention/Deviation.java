package dev.backplane.compiler.library.attention;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The distance of some numbers from their average, by their deviation, checked. With n numbers x
 * and their sum s, n x - s is n times the distance, and the sum of the squares of all of them n^3
 * times the variance: both are exact. The root of this sum is a whole number, rounded down, with
 * {@code rootShift} more bits.
 *
 * @param input the format of the numbers
 * @param output the format of the results
 * @param count how many numbers there are
 * @param rootShift how many bits of the root are behind the point
 * @param addend the epsilon as an integer, beside the sum of squares with twice these bits
 * @param factor the root of the count as an integer, with as many bits behind the point as root and
 *     output have together
 */
record Deviation(
    FixedPoint input, FixedPoint output, int count, int rootShift, long addend, long factor) {
  static final String EPSILON = "epsilon";
  private static final String UNIT = "backplane_layer_norm";
  private static final double DEFAULT_EPSILON = 1e-5;
  private static final int LARGEST_WIDTH = 62;
  private static final int MOST_SHIFT = 8;

  static Deviation of(Attributes attributes, TensorType type) {
    FixedPoint input = type.format();
    FixedPoint output = OutputFormat.of(attributes, input);
    int count = type.shape().extents().getLast();
    double epsilon = epsilon(attributes);
    for (int shift = MOST_SHIFT; shift >= 0 && count > 1; shift--) {
      double cube = (double) count * count * count;
      double addend = Math.rint(Math.scalb(epsilon * cube, 2 * (input.fraction() + shift)));
      double factor = Math.rint(Math.scalb(StrictMath.sqrt(count), shift + output.fraction()));
      if (addend <= Integer.MAX_VALUE && factor >= 1 && factor <= Integer.MAX_VALUE) {
        Deviation deviation =
            new Deviation(input, output, count, shift, Math.max(1, (long) addend), (long) factor);
        if (deviation.fits()) {
          return deviation;
        }
      }
    }
    throw new CompilerException(
        CompilerError.WIDTH_MISMATCH,
        "attribute fraction",
        "the deviation of "
            + count
            + " numbers of "
            + input
            + ", for "
            + output
            + ", needs more than 62 bits, or two numbers at least; choose a narrower input");
  }

  static double epsilon(Attributes attributes) {
    double epsilon =
        attributes
            .find(EPSILON, Attribute.Real.class)
            .map(Attribute.Real::value)
            .orElse(DEFAULT_EPSILON);
    if (!(epsilon >= 0) || !Double.isFinite(epsilon)) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute " + EPSILON,
          epsilon + " is no variance; it is 0 or larger");
    }
    return epsilon;
  }

  private boolean fits() {
    return 2 * rootWidth() <= LARGEST_WIDTH && dividendWidth() < LARGEST_WIDTH;
  }

  private static int width(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  private int differenceWidth() {
    return input.width() + Rom.indexWidth(count) + 1;
  }

  /**
   * {@return the number of bits that hold every sum of squares: it is n^3 4^(width - 1) at most}
   */
  private int squaresWidth() {
    return 2 * input.width() + 3 * Rom.indexWidth(count) - 1;
  }

  private int rootWidth() {
    int radicand = Math.max(squaresWidth() + 2 * rootShift, 31) + 1;
    return (radicand + 1) / 2;
  }

  private int dividendWidth() {
    return differenceWidth() - 1 + width(factor);
  }

  /** Replaces some numbers of a tensor by their results. */
  void divide(long[] tensor, int begin) {
    long sum = 0;
    for (int i = begin; i < begin + count; i++) {
      sum += tensor[i];
    }
    long squares = 0;
    for (int i = begin; i < begin + count; i++) {
      long difference = count * tensor[i] - sum;
      squares += difference * difference;
    }
    long root = root((squares << (2 * rootShift)) + addend);
    for (int i = begin; i < begin + count; i++) {
      long difference = count * tensor[i] - sum;
      long dividend = Math.abs(difference) * factor;
      long quotient = dividend / root;
      long twice = 2 * (dividend % root);
      boolean up = twice > root || (twice == root && (quotient & 1) == 1);
      long rounded = up ? quotient + 1 : quotient;
      tensor[i] = output.saturate(difference < 0 ? -rounded : rounded);
    }
  }

  /** A root in double precision is one beside the whole number at most. */
  private static long root(long radicand) {
    long root = (long) Math.sqrt((double) radicand);
    if (root * root > radicand) {
      return root - 1;
    }
    return (root + 1) * (root + 1) <= radicand ? root + 1 : root;
  }

  HdlInstance instance() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", input.width());
    parameters.put("COUNT", count);
    parameters.put("COUNT_WIDTH", width(count));
    parameters.put("INDEX_WIDTH", Rom.indexWidth(count));
    parameters.put("SUM_WIDTH", input.width() + Rom.indexWidth(count));
    parameters.put("DIFF_WIDTH", differenceWidth());
    parameters.put("SQUARES_WIDTH", squaresWidth());
    parameters.put("ROOT_SHIFT", rootShift);
    parameters.put("EPSILON", Math.toIntExact(addend));
    parameters.put("ROOT_WIDTH", rootWidth());
    parameters.put("ROOT_STEP_WIDTH", Rom.indexWidth(rootWidth()));
    parameters.put("FACTOR", Math.toIntExact(factor));
    parameters.put("FACTOR_WIDTH", width(factor));
    parameters.put("DIVIDEND_WIDTH", dividendWidth());
    parameters.put("STEP_WIDTH", Rom.indexWidth(dividendWidth()));
    parameters.put("EXACT_WIDTH", Math.max(dividendWidth() + 2, output.width()));
    parameters.put("OUT_WIDTH", output.width());
    return new HdlInstance(UNIT, true, parameters, List.of("backplane_requantize", UNIT));
  }
}
