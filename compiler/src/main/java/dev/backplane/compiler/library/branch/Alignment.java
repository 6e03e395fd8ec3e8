package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;
import java.util.List;

/**
 * Numbers of several formats, put side by side: each gets as many bits behind the point as the
 * longest of all formats has, that of the output included, which it goes into then.
 *
 * @param inputs the formats of the numbers
 * @param output the format of the output
 */
record Alignment(List<FixedPoint> inputs, FixedPoint output) {
  private static final int LARGEST_WIDTH = 62;

  Alignment {
    inputs = List.copyOf(inputs);
  }

  /**
   * Aligns inputs. Without attributes for it, the format of the output is that of the first input.
   */
  static Alignment of(Attributes attributes, List<TensorType> inputs) {
    return new Alignment(
        inputs.stream().map(TensorType::format).toList(),
        OutputFormat.of(attributes, inputs.getFirst().format()));
  }

  /**
   * Checks how many bits a result needs.
   *
   * @param what what the result is, for the message
   * @param width how many bits it needs
   * @return this alignment
   */
  Alignment checked(String what, int width) {
    if (width > LARGEST_WIDTH) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute fraction",
          what
              + " of "
              + inputs
              + " for "
              + output
              + " needs "
              + width
              + " bits, and has 62 at most; choose fractions that are nearer to each other");
    }
    return this;
  }

  int fraction() {
    return inputs.stream().mapToInt(FixedPoint::fraction).reduce(output.fraction(), Math::max);
  }

  /** {@return the number of bits by which alignment lengthens the numbers of an input} */
  int scale(int input) {
    return fraction() - inputs.get(input).fraction();
  }

  /**
   * {@return the number of bits by which an aligned number's fraction is longer than the output's}
   */
  int shift() {
    return fraction() - output.fraction();
  }

  /** {@return the number of bits that hold every aligned number} */
  int widest() {
    int widest = 0;
    for (int i = 0; i < inputs.size(); i++) {
      widest = Math.max(widest, inputs.get(i).width() + scale(i));
    }
    return widest;
  }

  /** {@return the number of bits that hold every aligned number and the output} */
  int width() {
    return Math.max(widest(), Math.max(output.width(), shift() + 1));
  }

  long aligned(long number, int input) {
    return number << scale(input);
  }

  /** An aligned number in the output's format. */
  long output(long aligned) {
    return output.requantize(aligned, fraction());
  }
}
