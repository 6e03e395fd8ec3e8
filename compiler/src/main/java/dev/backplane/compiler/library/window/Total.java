package dev.backplane.compiler.library.window;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.library.OutputFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A sum of some numbers, checked: it is exact, and put into its format once.
 *
 * @param input the format of the numbers
 * @param output the format of the sum
 * @param count how many numbers there are
 */
record Total(FixedPoint input, FixedPoint output, int count) {
  private static final String UNIT = "backplane_divide";
  private static final int LARGEST_WIDTH = 62;

  /** Reads the format of the output, which is that of the input if the node does not say it. */
  static Total of(Node node, FixedPoint input, int count) {
    Total total = new Total(input, OutputFormat.of(node.attributes(), input), count);
    if (total.exactWidth() > LARGEST_WIDTH) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute fraction",
          "a sum of "
              + count
              + " numbers of "
              + input
              + " for "
              + total.output
              + " needs "
              + total.exactWidth()
              + " bits, and has 62 at most; choose a fraction nearer to "
              + input.fraction());
    }
    return total;
  }

  long of(long sum) {
    return output.requantize(sum, input.fraction());
  }

  /** {@return the number of bits that hold every sum, at least one more than a number has} */
  int sumWidth() {
    return input.width() + Rom.indexWidth(count);
  }

  private int scale() {
    return Math.max(0, output.fraction() - input.fraction());
  }

  private int shift() {
    return Math.max(0, input.fraction() - output.fraction());
  }

  private int exactWidth() {
    return Math.max(sumWidth() + scale() + 1, Math.max(output.width(), shift() + 1));
  }

  /** The unit that puts a sum into its format: a division by a power of two. */
  HdlInstance rounding() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", sumWidth());
    parameters.put("SCALE", scale());
    parameters.put("SHIFT", shift());
    parameters.put("OUT_WIDTH", output.width());
    parameters.put("DIVISOR", 1);
    parameters.put("DIVISOR_WIDTH", 1);
    parameters.put("STEP_WIDTH", 1);
    parameters.put("EXACT_WIDTH", exactWidth());
    return new HdlInstance(UNIT, true, parameters, List.of("backplane_requantize", UNIT));
  }

  /** {@return the arguments of the function in Python that puts a sum into its format} */
  Attributes pythonArguments() {
    return Attributes.NONE
        .with("scale", scale())
        .with("shift", shift())
        .with("width", output.width());
  }
}
