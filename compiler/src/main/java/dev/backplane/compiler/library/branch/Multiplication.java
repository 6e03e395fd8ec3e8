package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.library.extent.RepeatUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A product of two tensors, checked: it is exact, and rounded once.
 *
 * @param first the format of the first
 * @param second the format of the second
 * @param output the format of the product
 * @param broadcast how their elements meet
 */
record Multiplication(FixedPoint first, FixedPoint second, FixedPoint output, Broadcast broadcast) {
  private static final String UNIT = "backplane_multiply";
  private static final int LARGEST_WIDTH = 62;

  static Multiplication of(Attributes attributes, List<TensorType> inputs) {
    FixedPoint first = inputs.getFirst().format();
    Multiplication product =
        new Multiplication(
            first,
            inputs.getLast().format(),
            OutputFormat.of(attributes, first),
            Broadcast.of(inputs.getFirst().shape(), inputs.getLast().shape()));
    if (product.width() > LARGEST_WIDTH) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute fraction",
          "a product of "
              + first
              + " and "
              + product.second
              + " for "
              + product.output
              + " needs "
              + product.width()
              + " bits, and has 62 at most; choose narrower formats");
    }
    return product;
  }

  private int excess() {
    return first.fraction() + second.fraction() - output.fraction();
  }

  /** {@return the number of bits by which the fraction of a product is too short} */
  int scale() {
    return Math.max(0, -excess());
  }

  /** {@return the number of bits by which it is too long} */
  int shift() {
    return Math.max(0, excess());
  }

  /** {@return the number of bits that hold every product and the output} */
  private int width() {
    int product = first.width() + second.width() + scale();
    return Math.max(product, Math.max(output.width(), shift() + 1));
  }

  TensorType type() {
    return new TensorType(broadcast.shape(), output);
  }

  long product(long one, long other) {
    return output.requantize(one * other, first.fraction() + second.fraction());
  }

  HdlInstance instance() {
    RepeatUnit repeat0 = broadcast.first();
    RepeatUnit repeat1 = broadcast.second();
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN0_WIDTH", first.width());
    parameters.put("IN1_WIDTH", second.width());
    parameters.put("RUN0", repeat0.run());
    parameters.put("INDEX0_WIDTH", repeat0.indexWidth());
    parameters.put("TIMES0", repeat0.times());
    parameters.put("TIMES0_WIDTH", repeat0.timesWidth());
    parameters.put("RUN1", repeat1.run());
    parameters.put("INDEX1_WIDTH", repeat1.indexWidth());
    parameters.put("TIMES1", repeat1.times());
    parameters.put("TIMES1_WIDTH", repeat1.timesWidth());
    parameters.put("PRODUCT_WIDTH", width());
    parameters.put("OUT_WIDTH", output.width());
    parameters.put("SCALE", scale());
    parameters.put("SHIFT", shift());
    return new HdlInstance(
        UNIT, true, parameters, List.of("backplane_requantize", RepeatUnit.UNIT, UNIT));
  }
}
