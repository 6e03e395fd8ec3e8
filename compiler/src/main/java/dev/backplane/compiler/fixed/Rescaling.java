package dev.backplane.compiler.fixed;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.Arrays;
import java.util.List;

/**
 * Puts exact sums into a format whose steps are no power of two of theirs: a sum is multiplied by
 * an integer, divided by {@code 2^shift}, rounded to nearest, ties to even; then the zero is added,
 * and the result is saturated. This class is the definition, which hardware follows bit for bit.
 * Immutable.
 *
 * @param multipliers the multiplier of each channel in turn, or a single one; not negative
 * @param shift by how many bits products are divided, 0 to 62
 * @param zero what is added, an integer of the width
 * @param width how many bits a result has
 */
public record Rescaling(List<Long> multipliers, int shift, long zero, int width) {
  /** The most bits that the product of a sum and a multiplier may have. */
  public static final int PRODUCT_WIDTH = 63;

  /** The most bits of a result; with more, multipliers would be coarser than its steps. */
  public static final int LARGEST_WIDTH = 24;

  private static final int SHORT_WIDTH = 8;
  private static final int MARGIN = 3;
  private static final int LONGEST_SHIFT = 62;

  /** Multipliers are parameters of hardware, which has integers of 32 bits there. */
  private static final int LONGEST_MULTIPLIER = 31;

  /** Checks and copies the list. */
  public Rescaling {
    multipliers = List.copyOf(multipliers);
    if (multipliers.isEmpty()
        || multipliers.stream().anyMatch(each -> each < 0)
        || shift < 0
        || shift > LONGEST_SHIFT) {
      throw new IllegalArgumentException("no rescaling: " + multipliers + ", " + shift);
    }
  }

  /**
   * Finds multipliers for ratios of steps. The largest has 16 bits for results of up to 8 bits, and
   * 8 more than a result otherwise, so that the error is below 1/256 of a step anywhere in the
   * range; where a product would be too long, it has fewer, 3 more than a result at least.
   *
   * @param output the format of the results
   * @param valueWidth how many bits a sum has
   * @param ratios for each channel, the step of a sum as a share of a step of the output
   * @return the rescaling
   * @throws CompilerException if a product would have more than 63 bits
   */
  public static Rescaling of(FixedPoint output, int valueWidth, double... ratios) {
    if (output.width() > LARGEST_WIDTH) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute width",
          "a result that is multiplied by a scale has "
              + LARGEST_WIDTH
              + " bits at most, not "
              + output.width()
              + "; use a narrower format, or formats without scale and zero");
    }
    int bits = Math.min(Math.max(output.width(), SHORT_WIDTH) + SHORT_WIDTH, LONGEST_MULTIPLIER);
    int shortest = output.width() + MARGIN;
    bits = Math.max(Math.min(bits, PRODUCT_WIDTH - valueWidth), shortest);
    double largest = Arrays.stream(ratios).max().orElseThrow();
    int shift = bits - 1 - Math.getExponent(largest);
    if (Math.rint(Math.scalb(largest, shift)) >= 1L << bits) {
      shift--;
    }
    if (valueWidth + bits > PRODUCT_WIDTH || shift < 0) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute width",
          "a sum of "
              + valueWidth
              + " bits times a multiplier for "
              + output
              + " needs more than "
              + PRODUCT_WIDTH
              + " bits; use narrower formats, or ones that are nearer to each other");
    }
    shift = Math.min(shift, LONGEST_SHIFT);
    long[] multipliers = new long[ratios.length];
    long all = 0;
    for (int i = 0; i < multipliers.length; i++) {
      multipliers[i] = (long) Math.rint(Math.scalb(ratios[i], shift));
      all |= multipliers[i];
    }
    // Zeros that all have at their end are no part of the products.
    int zeros = Math.min(Long.numberOfTrailingZeros(all), shift);
    return new Rescaling(
        Arrays.stream(multipliers).map(each -> each >> zeros).boxed().toList(),
        shift - zeros,
        output.zero(),
        output.width());
  }

  /** {@return the multiplier of a channel; channels repeat} */
  public long multiplier(int channel) {
    return multipliers.get(channel % multipliers.size());
  }

  /** {@return how many bits hold every multiplier, with a sign} */
  public int multiplierWidth() {
    long all = multipliers.stream().mapToLong(Long::longValue).reduce(0, (a, b) -> a | b);
    return Long.SIZE - Long.numberOfLeadingZeros(all) + 1;
  }

  /**
   * Puts a sum into the format.
   *
   * @param sum the sum
   * @param channel the channel that it is of
   * @return the integer of the format
   */
  public long apply(long sum, int channel) {
    return rounded(sum * multiplier(channel));
  }

  /**
   * Puts a sum of products with multipliers into the format.
   *
   * @param product the sum of products, of 63 bits at most
   * @return the integer of the format
   */
  public long rounded(long product) {
    long limit = 1L << (width - 1);
    return Math.clamp(FixedPoint.divide(product, shift) + zero, -limit, limit - 1);
  }
}
