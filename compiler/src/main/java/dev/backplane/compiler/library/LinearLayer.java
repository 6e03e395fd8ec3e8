package dev.backplane.compiler.library;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;

/**
 * The parameters of a linear layer, checked: what its interpretation and its hardware have in
 * common.
 *
 * @param weights the weights, outputs x inputs
 * @param weightFormat their format
 * @param biases the biases, one for each output, with as many bits behind the point as a product
 * @param input the format of the inputs
 * @param output the format of the outputs
 * @param lanes how many outputs are summed at a time
 */
record LinearLayer(
    IntegerTensor weights,
    FixedPoint weightFormat,
    IntegerTensor biases,
    FixedPoint input,
    FixedPoint output,
    int lanes) {

  static LinearLayer of(Node node, TensorType input) {
    Attributes attributes = node.attributes();
    IntegerTensor weights = attributes.get("weights", IntegerTensor.class);
    FixedPoint weightFormat =
        new FixedPoint(attributes.integer("weight_width"), attributes.integer("weight_fraction"));
    checkShape(weights.shape(), input.shape());
    int outputs = weights.shape().extents().getFirst();
    for (int i = 0; i < weights.size(); i++) {
      if (!weightFormat.contains(weights.get(i))) {
        throw new CompilerException(
            CompilerError.WIDTH_MISMATCH,
            "attribute weights",
            "element " + i + ", " + weights.get(i) + ", is beyond " + weightFormat);
      }
    }
    FixedPoint output = new FixedPoint(attributes.integer("width"), attributes.integer("fraction"));
    int sumFraction = input.format().fraction() + weightFormat.fraction();
    if (output.fraction() > sumFraction) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute fraction",
          "a sum has " + sumFraction + " bits behind the point, and the output cannot have more");
    }
    int lanes =
        attributes.find("lanes", Attribute.Whole.class).isPresent()
            ? attributes.integer("lanes")
            : outputs;
    if (lanes < 1 || lanes > outputs) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute lanes",
          lanes + " is not between 1 and the " + outputs + " outputs");
    }
    LinearLayer layer =
        new LinearLayer(
            weights,
            weightFormat,
            biases(attributes, outputs, sumFraction),
            input.format(),
            output,
            lanes);
    layer.sumWidth();
    return layer;
  }

  static void checkShape(Shape weights, Shape input) {
    if (weights.extents().size() != 2) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          "weights are outputs x inputs, not " + weights);
    }
    if (weights.extents().getLast() != input.size()) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          "weights "
              + weights
              + " need an input of "
              + weights.extents().getLast()
              + " elements, and it is "
              + input);
    }
  }

  static CompilerException biasShape(Shape bias, int outputs) {
    return new CompilerException(
        CompilerError.SHAPE_MISMATCH,
        "attribute bias",
        "it has shape " + bias + ", and there are " + outputs + " outputs");
  }

  /** Biases may have fewer bits behind the point than a product; filling up is exact. */
  private static IntegerTensor biases(Attributes attributes, int outputs, int sumFraction) {
    if (!attributes.has("bias")) {
      return IntegerTensor.of(Shape.of(outputs), new long[outputs]);
    }
    IntegerTensor given = attributes.get("bias", IntegerTensor.class);
    if (!given.shape().equals(Shape.of(outputs))) {
      throw biasShape(given.shape(), outputs);
    }
    int shift = sumFraction - attributes.integer("bias_fraction");
    long[] biases = given.toArray();
    for (int i = 0; i < outputs; i++) {
      long filled = shift < 0 || shift > 62 ? 0 : biases[i] << shift;
      if (shift < 0 || shift > 62 || filled >> shift != biases[i]) {
        throw new CompilerException(
            CompilerError.WIDTH_MISMATCH,
            "attribute bias",
            "with bias_fraction "
                + (sumFraction - shift)
                + " it does not fit a sum with "
                + sumFraction
                + " bits behind the point; a sum has 62 bits at most");
      }
      biases[i] = filled;
    }
    return IntegerTensor.of(given.shape(), biases);
  }

  int inputs() {
    return weights.shape().extents().getLast();
  }

  int outputs() {
    return weights.shape().extents().getFirst();
  }

  int groups() {
    return Math.ceilDiv(outputs(), lanes);
  }

  int sumFraction() {
    return input.fraction() + weightFormat.fraction();
  }

  int shift() {
    return sumFraction() - output.fraction();
  }

  /** How many bits hold every sum that these weights can give, and every sum on the way. */
  int sumWidth() {
    long bound = 0;
    for (int o = 0; o < outputs(); o++) {
      long row = Math.abs(biases.get(o));
      for (int i = 0; i < inputs(); i++) {
        row += Math.abs(weights.get(o * inputs() + i)) * -input.min();
        if (row < 0 || row >= 1L << 61) {
          throw new CompilerException(
              CompilerError.WIDTH_MISMATCH,
              "attribute weights",
              "the sum of output " + o + " needs more than 62 bits; use narrower formats");
        }
      }
      bound = Math.max(bound, row);
    }
    int needed = Long.SIZE - Long.numberOfLeadingZeros(bound) + 1;
    int product = input.width() + weightFormat.width() + 1;
    return Math.max(Math.max(needed, product), Math.max(output.width(), shift() + 1));
  }
}
