package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A sum of two numbers, checked: both get as many bits behind the point as the longest of all three
 * formats, and are added exactly.
 *
 * @param first the format of the first number
 * @param second the format of the second
 * @param output the format of the sum
 */
record Addition(FixedPoint first, FixedPoint second, FixedPoint output) {
  private static final String UNIT = "backplane_add";
  private static final int LARGEST_WIDTH = 62;

  static Addition of(Attributes attributes, List<TensorType> inputs) {
    FixedPoint first = inputs.getFirst().format();
    Addition addition =
        new Addition(first, inputs.getLast().format(), OutputFormat.of(attributes, first));
    if (addition.sumWidth() > LARGEST_WIDTH) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute fraction",
          "a sum of "
              + first
              + " and "
              + addition.second
              + " for "
              + addition.output
              + " needs "
              + addition.sumWidth()
              + " bits, and has 62 at most; choose fractions that are nearer to each other");
    }
    return addition;
  }

  private int fraction() {
    return Math.max(output.fraction(), Math.max(first.fraction(), second.fraction()));
  }

  /** By how many bits a number of a format gets longer. */
  int scale(FixedPoint format) {
    return fraction() - format.fraction();
  }

  /** By how many bits the sum is longer than the output. */
  int shift() {
    return fraction() - output.fraction();
  }

  int sumWidth() {
    int widest = Math.max(first.width() + scale(first), second.width() + scale(second));
    return Math.max(widest + 1, Math.max(output.width(), shift() + 1));
  }

  long sum(long one, long other) {
    return output.requantize((one << scale(first)) + (other << scale(second)), fraction());
  }

  HdlInstance instance() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN0_WIDTH", first.width());
    parameters.put("IN1_WIDTH", second.width());
    parameters.put("SCALE0", scale(first));
    parameters.put("SCALE1", scale(second));
    parameters.put("SUM_WIDTH", sumWidth());
    parameters.put("OUT_WIDTH", output.width());
    parameters.put("SHIFT", shift());
    return new HdlInstance(UNIT, false, parameters, List.of("backplane_requantize", UNIT));
  }
}
