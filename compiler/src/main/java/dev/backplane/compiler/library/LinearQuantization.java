package dev.backplane.compiler.library;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.Arrays;

/** Puts real weights into the format with most bits behind the point that has them all. */
public final class LinearQuantization {
  private static final int SUM_WIDTH = 62;
  private static final int MAX_WIDTH = 32;

  private LinearQuantization() {}

  /**
   * Quantises the weights and the bias of a node, if they are reals.
   *
   * @param input the node, whose attributes are those of {@link Linear}
   * @return the node with integers
   */
  public static Node quantize(TypedNode input) {
    Attributes attributes = input.node().attributes();
    if (attributes.get("weights", Attribute.class) instanceof RealTensor weights) {
      attributes =
          attributes.has(LinearLayer.WEIGHT_SCALES)
              ? withScaledWeights(attributes, weights)
              : withWeights(attributes, weights);
    }
    FixedPoint format = input.input().format();
    if (!attributes.has(LinearLayer.WEIGHT_SCALES)
        && OutputFormat.of(attributes).scale() == format.scale()
        && OutputFormat.of(attributes).zero() == 0) {
      attributes = withFraction(attributes, sumFraction(attributes, input));
    }
    if (attributes.has("bias")
        && attributes.get("bias", Attribute.class) instanceof RealTensor bias) {
      attributes = withBias(attributes, bias, sumFraction(attributes, input), format);
    }
    return input.node().withAttributes(attributes);
  }

  private static int sumFraction(Attributes attributes, TypedNode input) {
    return input.input().format().fraction() + attributes.integer("weight_fraction");
  }

  private static Attributes withWeights(Attributes attributes, RealTensor weights) {
    int width = attributes.integer("weight_width");
    return withWeights(attributes, weights, FixedPoint.holding(width, largest(weights)));
  }

  private static Attributes withWeights(
      Attributes attributes, RealTensor weights, FixedPoint format) {
    long[] integers = new long[weights.size()];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = format.quantize(weights.get(i));
    }
    return attributes
        .with("weights", IntegerTensor.of(weights.shape(), integers))
        .with("weight_fraction", format.fraction());
  }

  /** Weights of given scales: rounded to nearest, ties to even, then saturated. */
  private static Attributes withScaledWeights(Attributes attributes, RealTensor weights) {
    RealTensor scales = attributes.get(LinearLayer.WEIGHT_SCALES, RealTensor.class);
    double[] scaled = weights.toArray();
    int each = scaled.length / weights.shape().extents().getFirst();
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] /= scales.get(i / each % scales.size());
    }
    RealTensor tensor = RealTensor.of(weights.shape(), scaled);
    if (!attributes.has("weight_fraction")) {
      return withWeights(attributes, tensor);
    }
    int width = attributes.integer("weight_width");
    return withWeights(
        attributes, tensor, new FixedPoint(width, attributes.integer("weight_fraction")));
  }

  /**
   * A result has at most as many bits behind the point as its sum. Where it has more, weights get
   * zeros there, so that the result keeps its ends; where those do not fit, it has fewer.
   */
  private static Attributes withFraction(Attributes attributes, int sumFraction) {
    int fraction = attributes.integer("fraction");
    int width = attributes.integer("weight_width");
    int zeros = fraction - sumFraction;
    if (zeros <= 0) {
      return attributes;
    }
    if (width + zeros > MAX_WIDTH) {
      return attributes.with("fraction", sumFraction);
    }
    IntegerTensor weights = attributes.get("weights", IntegerTensor.class);
    long[] longer = weights.toArray();
    for (int i = 0; i < longer.length; i++) {
      longer[i] <<= zeros;
    }
    return attributes
        .with("weights", IntegerTensor.of(weights.shape(), longer))
        .with("weight_width", width + zeros)
        .with("weight_fraction", attributes.integer("weight_fraction") + zeros);
  }

  /** A bias has as many bits behind the point as a sum, so that it is rounded but once. */
  private static Attributes withBias(
      Attributes attributes, RealTensor bias, int fraction, FixedPoint input) {
    double[] scales = LinearLayer.sumScales(attributes, input, bias.size());
    long[] integers = new long[bias.size()];
    for (int i = 0; i < integers.length; i++) {
      double scaled = Math.rint(Math.scalb(bias.get(i) / scales[i % scales.length], fraction));
      if (Math.abs(scaled) >= Math.scalb(1.0, SUM_WIDTH - 1)) {
        throw new CompilerException(
            CompilerError.WIDTH_MISMATCH,
            "attribute bias",
            "element "
                + i
                + ", "
                + bias.get(i)
                + ", does not fit a sum with "
                + fraction
                + " bits behind the point; a sum has 62 bits at most");
      }
      integers[i] = (long) scaled;
    }
    Attributes quantised =
        attributes
            .with("bias", IntegerTensor.of(bias.shape(), integers))
            .with("bias_fraction", fraction);
    return Arrays.stream(scales).allMatch(scale -> scale == 1)
        ? quantised
        : quantised.with(LinearLayer.BIAS_SCALES, RealTensor.of(Shape.of(scales.length), scales));
  }

  private static double largest(RealTensor tensor) {
    double largest = 0;
    for (int i = 0; i < tensor.size(); i++) {
      largest = Math.max(largest, Math.abs(tensor.get(i)));
    }
    return largest;
  }
}
