package dev.backplane.compiler.onnx;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.Arrays;
import java.util.Optional;

/**
 * Completes layers whose inputs are on a grid of the model. What such a layer gives is exact where
 * the model does not put it on a grid, as far as 32 bits have it, and is rounded as the model does
 * it where it does: once.
 */
final class ExactLayers {
  private static final int WIDEST = 32;
  private static final int MOST_BITS = 48;

  /** The most bits of a product, so that a sum of many has not more than 62. */
  private static final int WIDEST_PRODUCT = 52;

  /** The bits between the numbers of sums and those that are put between them. */
  private static final int BETWEEN = 2;

  /** The most bits that a bias has more than its sums, for which all weights get more bits. */
  private static final int FEW = 8;

  /** The bits behind the grid of the model that make sums as good as floats. */
  private static final int FINE = 16;

  private final ImportedNodes network;

  ExactLayers(ImportedNodes network) {
    this.network = network;
  }

  /**
   * Completes a layer with weights. Reals become integers where they are on a grid that nobody
   * names, and the factors of a normalisation as well as products have room for.
   */
  void complete(Node node, FixedPoint input) {
    if (node.attributes().values().get("weights") instanceof RealTensor reals) {
      boolean isNormalization = node.type().equals("batch_normalization");
      int given = node.attributes().integer("weight_width");
      int widest =
          isNormalization ? Math.min(WIDEST, WIDEST_PRODUCT - input.width()) - BETWEEN : given;
      Optional<FixedPoint> exact =
          ExactNumbers.format(reals.toArray()).filter(format -> format.width() <= widest);
      if (exact.isEmpty() && !isNormalization) {
        network
            .warnings()
            .add(
                node.label()
                    + ": its weights are on no grid of the model, and are rounded to "
                    + given
                    + " bits");
        return;
      }
      FixedPoint format = exact.orElseGet(() -> FixedPoint.holding(widest, largest(reals)));
      network.change(node.name(), withIntegers(node.attributes(), reals, format));
    }
    Attributes attributes = network.node(node.name()).attributes();
    if (attributes.values().get("weights") instanceof IntegerTensor) {
      network.change(node.name(), completed(node, attributes, input));
    }
  }

  private static double largest(RealTensor reals) {
    return Arrays.stream(reals.toArray()).map(Math::abs).max().orElse(0);
  }

  private static Attributes withIntegers(
      Attributes attributes, RealTensor reals, FixedPoint format) {
    long[] integers = Arrays.stream(reals.toArray()).mapToLong(format::quantize).toArray();
    return attributes
        .with("weights", IntegerTensor.of(reals.shape(), integers))
        .with("weight_width", format.width())
        .with("weight_fraction", format.fraction());
  }

  private Attributes completed(Node node, Attributes attributes, FixedPoint input) {
    int sum = input.fraction() + attributes.integer("weight_fraction");
    IntegerTensor weights = attributes.get("weights", IntegerTensor.class);
    double[] biases = biases(attributes, weights.shape().extents().getFirst());
    if (attributes.has("fraction")) {
      return rounded(node, attributes, input, sum, biases);
    }
    int missing = missing(sum, biases);
    // A factor of each element is cheap, while those of other layers are many.
    if (missing > FEW && !node.type().equals("batch_normalization")) {
      missing = 0;
    }
    Attributes longer = longer(attributes, missing, input);
    int fraction = input.fraction() + longer.integer("weight_fraction");
    if (missing(fraction, biases) > 0 && fraction < input.fraction() + FINE) {
      network
          .warnings()
          .add(
              node.label()
                  + ": its bias is rounded to steps of 2^-"
                  + fraction
                  + ", those of its sums, and is not exactly that of the model");
    }
    int width = width(longer.get("weights", IntegerTensor.class), input, fraction, biases);
    // More than 32 bits, or 48 behind the point, are more than the model's own numbers have.
    int beyond = Math.max(0, Math.max(width - WIDEST, fraction - MOST_BITS));
    return longer.with("width", Math.max(2, width - beyond)).with("fraction", fraction - beyond);
  }

  /**
   * A layer whose results the model rounds. A bias beside the grid of the sums lies between two of
   * its numbers, and is put between them: nothing is rounded otherwise then.
   */
  private Attributes rounded(
      Node node, Attributes attributes, FixedPoint input, int sum, double... biases) {
    int coarse = Math.max(0, attributes.integer("fraction") - sum);
    int shift = sum + coarse - attributes.integer("fraction");
    int between = missing(sum + coarse, biases) == 0 ? 0 : shift > 0 ? 1 : BETWEEN;
    Attributes longer = longer(attributes, coarse + between, input);
    int fraction = input.fraction() + longer.integer("weight_fraction");
    if (fraction < sum + coarse + between && shift < FINE) {
      network
          .warnings()
          .add(node.label() + ": its sums have too few bits for the grid of the model behind it");
    }
    if (between == 0 || fraction < sum + coarse + between) {
      return longer;
    }
    double[] moved =
        Arrays.stream(biases)
            .map(
                bias -> {
                  double scaled = Math.scalb(bias, fraction);
                  double below = Math.floor(scaled);
                  return Math.scalb(
                      below == scaled || below % 2 != 0 ? below : below + 1, -fraction);
                })
            .toArray();
    return longer.with(
        "bias", RealTensor.of(attributes.get("bias", RealTensor.class).shape(), moved));
  }

  /** The same weights with more bits behind the point, as far as there is room for them. */
  private static Attributes longer(Attributes attributes, int wanted, FixedPoint input) {
    int width = attributes.integer("weight_width");
    int room = Math.min(WIDEST - width, WIDEST_PRODUCT - width - input.width());
    int more =
        Math.clamp(
            Math.min(wanted, MOST_BITS - attributes.integer("weight_fraction")),
            0,
            Math.max(0, room));
    if (more == 0) {
      return attributes;
    }
    IntegerTensor weights = attributes.get("weights", IntegerTensor.class);
    long[] longer = Arrays.stream(weights.toArray()).map(weight -> weight << more).toArray();
    return attributes
        .with("weights", IntegerTensor.of(weights.shape(), longer))
        .with("weight_width", width + more)
        .with("weight_fraction", attributes.integer("weight_fraction") + more);
  }

  /** The bits that numbers have more behind the point. */
  private static int missing(int fraction, double... numbers) {
    int missing = 0;
    for (double number : numbers) {
      while (missing < MOST_BITS && !ExactNumbers.isWhole(number, fraction + missing)) {
        missing++;
      }
    }
    return missing;
  }

  private static double[] biases(Attributes attributes, int outputs) {
    return attributes.values().get("bias") instanceof RealTensor bias
        ? bias.toArray()
        : new double[outputs];
  }

  /** {@return the number of bits that hold every sum} */
  private static int width(
      IntegerTensor weights, FixedPoint input, int fraction, double... biases) {
    int inputs = weights.size() / biases.length;
    double bound = 1;
    for (int o = 0; o < biases.length; o++) {
      double row = Math.abs(Math.rint(Math.scalb(biases[o], fraction)));
      for (int i = 0; i < inputs; i++) {
        row += Math.abs((double) weights.get(o * inputs + i) * input.min());
      }
      bound = Math.max(bound, row);
    }
    return Math.getExponent(bound) + 2;
  }
}
