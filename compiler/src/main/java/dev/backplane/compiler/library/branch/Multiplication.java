package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.fixed.Rescaling;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.library.RescaleUnit;
import dev.backplane.compiler.library.extent.RepeatUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.LongBinaryOperator;

/**
 * A product of two tensors, checked: it is exact, and rounded once. Where formats have scales or
 * zeros, it is rescaled behind the unit that multiplies.
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
    if (!product.isShifted()) {
      product.rescaling();
    } else if (product.width() > LARGEST_WIDTH) {
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

  /** {@return whether products are only shifted} */
  boolean isShifted() {
    return first.zero() == 0
        && second.zero() == 0
        && output.zero() == 0
        && first.scale() * second.scale() == output.scale();
  }

  /** {@return what puts products into the format of the output, if they are not shifted} */
  Rescaling rescaling() {
    return Rescaling.of(output, exactWidth(), first.step() * second.step() / output.step());
  }

  /** One bit more for each number without its zero. */
  private int exactWidth() {
    return first.width() + second.width() + 2;
  }

  private int excess() {
    return first.fraction() + second.fraction() - output.fraction();
  }

  /** {@return the number of bits by which the fraction of a product is too short} */
  private int scale() {
    return Math.max(0, -excess());
  }

  /** {@return the number of bits by which it is too long} */
  private int shift() {
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

  LongBinaryOperator products() {
    if (isShifted()) {
      int fraction = first.fraction() + second.fraction();
      return (one, other) -> output.requantize(one * other, fraction);
    }
    Rescaling rescaling = rescaling();
    return (one, other) -> rescaling.apply((one - first.zero()) * (other - second.zero()), 0);
  }

  /** The unit that multiplies, and where products are not shifted, the one that rescales them. */
  List<HdlPart> hardware(HdlNode node) {
    return isShifted()
        ? List.of(instance())
        : List.of(
            new HdlSection(instance(), exactWidth(), 2),
            RescaleUnit.of(rescaling(), exactWidth(), 0).unit(node));
  }

  /** {@return the arguments of the function in Python beside the shapes} */
  Attributes pythonArguments() {
    if (isShifted()) {
      return Attributes.NONE
          .with("scale", scale())
          .with("shift", shift())
          .with("width", output.width());
    }
    Rescaling rescaling = rescaling();
    return Attributes.NONE
        .with("scale", 0)
        .with("shift", rescaling.shift())
        .with("width", output.width())
        .with("zeros", IntegerTensor.of(Shape.of(2), first.zero(), second.zero()))
        .with("multiplier", rescaling.multiplier(0))
        .with("zero", output.zero());
  }

  private HdlInstance instance() {
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
    parameters.put("ZERO0", Math.toIntExact(first.zero()));
    parameters.put("ZERO1", Math.toIntExact(second.zero()));
    parameters.put("PRODUCT_WIDTH", isShifted() ? width() : exactWidth());
    parameters.put("OUT_WIDTH", isShifted() ? output.width() : exactWidth());
    parameters.put("SCALE", isShifted() ? scale() : 0);
    parameters.put("SHIFT", isShifted() ? shift() : 0);
    return new HdlInstance(
        UNIT, true, parameters, List.of("backplane_requantize", RepeatUnit.UNIT, UNIT));
  }
}
