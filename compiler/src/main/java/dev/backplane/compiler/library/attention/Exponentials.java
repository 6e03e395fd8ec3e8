package dev.backplane.compiler.library.attention;

import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.library.table.FunctionTable;

/**
 * Exponentials of some numbers, checked, and their parts of a sum.
 *
 * @param input the format of the numbers
 * @param output the format of the parts
 * @param count how many numbers there are
 * @param width how many bits an exponential has; it has no sign, and 1 is 2^(width - 1)
 */
record Exponentials(FixedPoint input, FixedPoint output, int count, int width) {
  static final String EXP_WIDTH = "exp_width";
  static final int DEFAULT_WIDTH = 16;
  private static final int MAX_WIDTH = 24;
  private static final int LARGEST_WIDTH = 62;

  static Exponentials of(Attributes attributes, TensorType input) {
    int width = attributes.has(EXP_WIDTH) ? attributes.integer(EXP_WIDTH) : DEFAULT_WIDTH;
    if (width < 2 || width > MAX_WIDTH) {
      throw Softmax.refused(
          EXP_WIDTH, "an exponential has 2 to " + MAX_WIDTH + " bits, not " + width);
    }
    FunctionTable.size(input.format());
    FixedPoint output = OutputFormat.of(attributes, input.format());
    if (output.fraction() < 1 || output.fraction() + width >= LARGEST_WIDTH) {
      throw Softmax.refused(
          "fraction",
          "the results lie between 0 and 1, and "
              + output
              + " has not 1 to "
              + (LARGEST_WIDTH - 1 - width)
              + " bits behind the point");
    }
    return new Exponentials(input.format(), output, input.shape().extents().getLast(), width);
  }

  /** {@return the number of bits that hold every sum, at least one more than an exponential has} */
  int sumWidth() {
    return width + Rom.indexWidth(count);
  }

  /** {@return the exponential of each distance from the largest number, 0 first} */
  long[] words() {
    long[] words = new long[FunctionTable.size(input)];
    for (int i = 0; i < words.length; i++) {
      double power = StrictMath.exp(Math.scalb(-(double) i, -input.fraction()));
      words[i] = (long) Math.rint(Math.scalb(power, width - 1));
    }
    return words;
  }

  /** Replaces some numbers of a tensor by their parts. */
  void divide(long[] words, long[] tensor, int begin) {
    long largest = input.min();
    for (int i = begin; i < begin + count; i++) {
      largest = Math.max(largest, tensor[i]);
    }
    long sum = 0;
    for (int i = begin; i < begin + count; i++) {
      tensor[i] = words[(int) (largest - tensor[i])];
      sum += tensor[i];
    }
    for (int i = begin; i < begin + count; i++) {
      long scaled = tensor[i] << output.fraction();
      long quotient = scaled / sum;
      long twice = 2 * (scaled % sum);
      boolean up = twice > sum || (twice == sum && (quotient & 1) == 1);
      tensor[i] = output.saturate(up ? quotient + 1 : quotient);
    }
  }
}
