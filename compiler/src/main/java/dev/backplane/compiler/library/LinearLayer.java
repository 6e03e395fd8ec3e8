package dev.backplane.compiler.library;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.fixed.Rescaling;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Sums of weighted inputs, checked: what interpretation and hardware of the components that compute
 * them have in common. A layer has one or more blocks, which take their inputs one behind the other
 * and have weights of their own.
 *
 * @param weights the weights, outputs of all blocks x inputs of a block
 * @param weightFormat their format
 * @param biases the biases, one for each output, with as many bits behind the point as a product
 * @param blocks how many blocks there are
 * @param input the format of the inputs
 * @param output the format of the outputs
 * @param lanes how many outputs of a block are summed at a time
 * @param rescaling what puts sums into the format of the outputs, with a multiplier for each output
 *     or one for all; empty if they are shifted
 */
public record LinearLayer(
    IntegerTensor weights,
    FixedPoint weightFormat,
    IntegerTensor biases,
    int blocks,
    FixedPoint input,
    FixedPoint output,
    int lanes,
    Optional<Rescaling> rescaling) {

  /** The attribute of the scales of weights: one, or one for each output. */
  public static final String WEIGHT_SCALES = "weight_scales";

  private static final double SAME = 1e-9;

  /** The attribute of the scales of biases: what a step of a sum is beside a power of two. */
  static final String BIAS_SCALES = "bias_scales";

  /**
   * Reads what components of this kind have in common: formats, bias and lanes.
   *
   * @param attributes the attributes of the node
   * @param weights its weights, as outputs of all blocks x inputs of a block
   * @param blocks how many blocks there are, of which the number of outputs is a multiple
   * @param input the format of the inputs
   * @return the layer
   * @throws CompilerException naming the attribute that does not fit
   */
  public static LinearLayer of(
      Attributes attributes, IntegerTensor weights, int blocks, FixedPoint input) {
    FixedPoint weightFormat =
        new FixedPoint(attributes.integer("weight_width"), attributes.integer("weight_fraction"));
    for (int i = 0; i < weights.size(); i++) {
      if (!weightFormat.contains(weights.get(i))) {
        throw new CompilerException(
            CompilerError.WIDTH_MISMATCH,
            "attribute weights",
            "element " + i + ", " + weights.get(i) + ", is beyond " + weightFormat);
      }
    }
    FixedPoint output = OutputFormat.of(attributes);
    int sumFraction = input.fraction() + weightFormat.fraction();
    int allOutputs = weights.shape().extents().getFirst();
    double[] scales = sumScales(attributes, input, allOutputs);
    boolean isShifted =
        output.zero() == 0 && Arrays.stream(scales).allMatch(scale -> scale == output.scale());
    if (isShifted && output.fraction() > sumFraction) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          "attribute fraction",
          "a sum has " + sumFraction + " bits behind the point, and the output cannot have more");
    }
    if (isShifted) {
      output.reachedFrom(sumFraction);
    }
    int outputs = allOutputs / blocks;
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
            shifted(biases(attributes, allOutputs, sumFraction, scales), weights, input.zero()),
            blocks,
            input,
            output,
            lanes,
            Optional.empty());
    int exactWidth = layer.exactWidth();
    return isShifted ? layer : layer.rescaled(exactWidth, scales);
  }

  private LinearLayer rescaled(int sumWidth, double[] scales) {
    double[] ratios = new double[scales.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = Math.scalb(scales[i] / output.scale(), output.fraction() - sumFraction());
    }
    return new LinearLayer(
        weights,
        weightFormat,
        biases,
        blocks,
        input,
        output,
        lanes,
        Optional.of(Rescaling.of(output, sumWidth, ratios)));
  }

  /**
   * Reads the scales of sums.
   *
   * @param attributes the attributes of the node
   * @param input the format of the inputs
   * @param outputs how many outputs there are
   * @return the scale of a sum, or of the sum of each output
   */
  static double[] sumScales(Attributes attributes, FixedPoint input, int outputs) {
    double[] scales =
        attributes
            .find(WEIGHT_SCALES, RealTensor.class)
            .map(RealTensor::toArray)
            .orElseGet(() -> new double[] {1});
    if (scales.length != 1 && scales.length != outputs) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute " + WEIGHT_SCALES,
          "there are " + scales.length + " scales, and " + outputs + " outputs; give one, or each");
    }
    for (int i = 0; i < scales.length; i++) {
      if (!(scales[i] > 0 && scales[i] < 2)) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute " + WEIGHT_SCALES,
            scales[i] + " is not between 0 and 2; larger powers of two are in weight_fraction");
      }
      scales[i] *= input.scale();
    }
    return scales;
  }

  /** What an input's zero adds to a sum is the same for all inputs: the bias takes it off. */
  private static IntegerTensor shifted(IntegerTensor biases, IntegerTensor weights, long zero) {
    long[] shifted = biases.toArray();
    int inputs = weights.size() / shifted.length;
    for (int i = 0; zero != 0 && i < weights.size(); i++) {
      shifted[i / inputs] -= zero * weights.get(i);
    }
    return IntegerTensor.of(biases.shape(), shifted);
  }

  /**
   * Describes what these components have in common, but {@code lanes}.
   *
   * @param weights which extents the weights have, in words
   * @return what people read of the attributes
   */
  public static List<AttributeDescription> described(String weights) {
    List<AttributeDescription> attributes =
        new ArrayList<>(
            List.of(
                AttributeDescription.needed("weights", Kind.TENSOR, weights),
                AttributeDescription.needed("weight_width", Kind.WHOLE, "bits of the weights"),
                AttributeDescription.quantised(
                    "weight_fraction", Kind.WHOLE, "how many of them are behind the point"),
                AttributeDescription.optional(
                    "bias", Kind.TENSOR, "zeros", "what each output begins with"),
                AttributeDescription.quantised(
                    "bias_fraction", Kind.WHOLE, "how many bits of the bias are behind the point"),
                AttributeDescription.optional(
                    WEIGHT_SCALES,
                    Kind.TENSOR,
                    "1",
                    "what a step of the weights is beside the power of two, one or each output's"),
                AttributeDescription.optional(
                    BIAS_SCALES, Kind.TENSOR, "1", "the same of the biases, once quantised")));
    attributes.addAll(OutputFormat.neededWithScale());
    return attributes;
  }

  /** {@return the description of the attribute {@code lanes}} */
  public static AttributeDescription describedLanes() {
    return AttributeDescription.optional(
        "lanes", Kind.WHOLE, "all outputs", "how many outputs hardware sums at a time");
  }

  /** {@return the error that a bias does not have this many outputs} */
  public static CompilerException biasShape(Shape bias, int outputs) {
    return new CompilerException(
        CompilerError.SHAPE_MISMATCH,
        "attribute bias",
        "it has shape " + bias + ", and there are " + outputs + " outputs");
  }

  /** Biases may have fewer bits behind the point than a product; filling up is exact. */
  private static IntegerTensor biases(
      Attributes attributes, int outputs, int sumFraction, double[] scales) {
    if (!attributes.has("bias")) {
      return IntegerTensor.of(Shape.of(outputs), new long[outputs]);
    }
    IntegerTensor given = attributes.get("bias", IntegerTensor.class);
    if (!given.shape().equals(Shape.of(outputs))) {
      throw biasShape(given.shape(), outputs);
    }
    checkBiasScales(attributes, scales, outputs);
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

  /** A bias that was quantised for another format of the inputs would be another number. */
  private static void checkBiasScales(Attributes attributes, double[] scales, int outputs) {
    double[] given =
        attributes
            .find(BIAS_SCALES, RealTensor.class)
            .map(RealTensor::toArray)
            .orElseGet(() -> new double[] {1});
    for (int i = 0; i < outputs; i++) {
      double sum = scales[i % scales.length];
      double bias = given[i % given.length];
      if (Math.abs(bias / sum - 1) > SAME) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute " + BIAS_SCALES,
            "output "
                + i
                + " has a bias of scale "
                + bias
                + ", and its sum has "
                + sum
                + "; quantise the real bias again for this input");
      }
    }
  }

  /** {@return how many inputs a block has} */
  public int inputs() {
    return weights.shape().extents().getLast();
  }

  /** {@return how many outputs a block has} */
  public int outputs() {
    return weights.shape().extents().getFirst() / blocks;
  }

  /** {@return the number of rounds in which the lanes compute the outputs of a block} */
  int groups() {
    return Math.ceilDiv(outputs(), lanes);
  }

  int sumFraction() {
    return input.fraction() + weightFormat.fraction();
  }

  /** {@return how many bits a sum has behind the point that an output has not} */
  public int shift() {
    return sumFraction() - output.fraction();
  }

  /** {@return by how many bits the unit that sums shortens its results; rescaled sums are exact} */
  int unitShift() {
    return rescaling.isPresent() ? 0 : shift();
  }

  /** {@return how many bits a result of the unit that sums has} */
  int unitWidth() {
    return rescaling.isPresent() ? sumWidth() : output.width();
  }

  /** {@return the result of an output of all blocks for its sum} */
  long result(long sum, int index) {
    return rescaling.isPresent()
        ? rescaling.get().apply(sum, index)
        : output.requantize(sum, sumFraction());
  }

  /** {@return the arguments of functions in Python that put sums into the output's format} */
  public Attributes pythonArguments() {
    return rescaling
        .map(RescaleUnit::pythonArguments)
        .orElseGet(() -> Attributes.NONE.with("shift", shift()).with("width", output.width()));
  }

  /** {@return the width of sums in hardware, which puts them into the output's format} */
  int sumWidth() {
    return rescaling.isPresent()
        ? exactWidth()
        : Math.max(exactWidth(), Math.max(output.width(), shift() + 1));
  }

  /**
   * {@return the number of bits that hold every sum that these weights can give, and every partial
   * sum}
   */
  private int exactWidth() {
    long bound = 0;
    for (int o = 0; o < blocks * outputs(); o++) {
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
    return Math.max(needed, product);
  }
}
