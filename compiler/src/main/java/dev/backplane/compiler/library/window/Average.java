package dev.backplane.compiler.library.window;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.fixed.Rescaling;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.library.RescaleUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.LongUnaryOperator;

/**
 * An average, checked: the exact sum of some numbers, divided once.
 *
 * @param input the format of the numbers
 * @param output the format of the average
 * @param count how many numbers there are
 */
record Average(FixedPoint input, FixedPoint output, int count) {
  private static final String UNIT = "backplane_divide";
  private static final int LARGEST_WIDTH = 62;

  /** Reads the format of the output, which is that of the input if the node does not say it. */
  static Average of(Node node, FixedPoint input, int count) {
    FixedPoint output = OutputFormat.of(node.attributes(), input);
    Average average = new Average(input, output, count);
    if (!average.isDivided()) {
      average.unit();
      return average;
    }
    int bits = average.sumWidth() + average.scale();
    if (bits > LARGEST_WIDTH || (long) average.odd() << average.shift() > Integer.MAX_VALUE) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute fraction",
          "an average of "
              + count
              + " numbers of "
              + input
              + " cannot be put into "
              + output
              + ": a sum has 62 bits at most, and a divisor 31; choose a fraction nearer to "
              + input.fraction());
    }
    return average;
  }

  /** {@return whether sums are divided by the count; otherwise it is in a multiplier} */
  private boolean isDivided() {
    return output.zero() == 0 && input.zero() == 0 && output.scale() == input.scale();
  }

  private Rescaling rescaling() {
    return Rescaling.of(output, sumWidth() + 1, input.step() / output.step() / count);
  }

  private RescaleUnit unit() {
    return RescaleUnit.of(rescaling(), sumWidth(), input.zero() * count);
  }

  /** {@return the average for each sum} */
  LongUnaryOperator averages() {
    if (isDivided()) {
      return sum -> output.requantizeQuotient(sum, input.fraction(), count);
    }
    Rescaling rescaling = rescaling();
    return sum -> rescaling.apply(sum - input.zero() * count, 0);
  }

  /** {@return the number of bits that hold every sum, at least one more than a number has} */
  int sumWidth() {
    return input.width() + Rom.indexWidth(count);
  }

  private int powerOfTwo() {
    return Integer.numberOfTrailingZeros(count);
  }

  private int odd() {
    return count >> powerOfTwo();
  }

  /**
   * {@return the number of bits by which a quotient by the odd part of the count is too long;
   * negative if it is too short}
   */
  private int excess() {
    return input.fraction() + powerOfTwo() - output.fraction();
  }

  private int scale() {
    return Math.max(0, -excess());
  }

  private int shift() {
    return Math.min(Math.max(0, excess()), 62);
  }

  /** The part that divides sums, the last one of a node. */
  HdlPart divider(HdlNode node) {
    return isDivided() ? divider() : unit().unit(node);
  }

  private HdlInstance divider() {
    int divisor = divisor();
    int shift = shiftAlone();
    int bits = sumWidth() + scale();
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", sumWidth());
    parameters.put("SCALE", scale());
    parameters.put("SHIFT", shift);
    parameters.put("OUT_WIDTH", output.width());
    parameters.put("DIVISOR", divisor);
    parameters.put("DIVISOR_WIDTH", Rom.indexWidth(divisor + 1));
    parameters.put("STEP_WIDTH", Rom.indexWidth(bits + 1));
    parameters.put("EXACT_WIDTH", Math.max(bits + 1, Math.max(output.width(), shift + 1)));
    return new HdlInstance(UNIT, true, parameters, List.of("backplane_requantize", UNIT));
  }

  /** {@return the divisor of sums; 1 if the count is a power of two, which takes only a shift} */
  private int divisor() {
    return odd() == 1 ? 1 : odd() << shift();
  }

  private int shiftAlone() {
    return odd() == 1 ? shift() : 0;
  }

  /** {@return the arguments of the function in Python that divides a sum} */
  Attributes pythonArguments() {
    if (!isDivided()) {
      return RescaleUnit.pythonArguments(rescaling()).with("input_zero", input.zero() * count);
    }
    return Attributes.NONE
        .with("scale", scale())
        .with("divisor", divisor())
        .with("shift", shiftAlone())
        .with("width", output.width());
  }
}
