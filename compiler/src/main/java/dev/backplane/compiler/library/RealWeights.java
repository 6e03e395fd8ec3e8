package dev.backplane.compiler.library;

import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;

/** Weights as the real numbers that they stand for, quantised or not. */
public final class RealWeights {
  private RealWeights() {}

  /**
   * Reads weights.
   *
   * @param attributes the attributes of a node
   * @param name which of them has the weights, as reals or as integers
   * @param fraction which of them says how many bits of integers are behind the point
   * @return the weights
   */
  public static RealTensor of(Attributes attributes, String name, String fraction) {
    if (!(attributes.get(name, Attribute.class) instanceof IntegerTensor integers)) {
      return attributes.get(name, RealTensor.class);
    }
    int shift = attributes.integer(fraction);
    double[] scales =
        attributes
            .find(fraction.replace("fraction", "scales"), RealTensor.class)
            .map(RealTensor::toArray)
            .orElseGet(() -> new double[] {1});
    double[] reals = new double[integers.size()];
    int each = reals.length / integers.shape().extents().getFirst();
    for (int i = 0; i < reals.length; i++) {
      reals[i] = Math.scalb(integers.get(i) * scales[i / each % scales.length], -shift);
    }
    return RealTensor.of(integers.shape(), reals);
  }

  /**
   * Reads a bias.
   *
   * @param attributes the attributes of a node
   * @param outputs how many numbers it has
   * @return the numbers, zeros if the node has none
   * @throws dev.backplane.compiler.CompilerException if it has another shape
   */
  public static double[] bias(Attributes attributes, int outputs) {
    if (!attributes.has("bias")) {
      return new double[outputs];
    }
    RealTensor bias = of(attributes, "bias", "bias_fraction");
    if (!bias.shape().equals(Shape.of(outputs))) {
      throw LinearLayer.biasShape(bias.shape(), outputs);
    }
    return bias.toArray();
  }
}
