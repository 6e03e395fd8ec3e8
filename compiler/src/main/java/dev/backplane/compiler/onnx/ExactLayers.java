package dev.backplane.compiler.onnx;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.Set;

/**
 * Completes layers of quantised models. What such a layer gives is exact where the model does not
 * put it on a grid, as far as 32 bits have it.
 */
final class ExactLayers {
  private static final int WIDEST = 32;
  private static final int MOST_BITS = 48;
  private static final Set<String> LAYERS =
      Set.of("linear", "conv1d", "conv2d", "batch_normalization");

  private final ImportedNodes network;

  private ExactLayers(ImportedNodes network) {
    this.network = network;
  }

  static void complete(ImportedNodes network) {
    ExactLayers layers = new ExactLayers(network);
    network.nodes().forEach(layers::complete);
  }

  private void complete(Node node) {
    if (node.attributes().values().get("weights") instanceof IntegerTensor weights
        && LAYERS.contains(node.type())) {
      Attributes input = withFormat(network.before(node.name()));
      if (input.has("fraction")) {
        FixedPoint format = new FixedPoint(input.integer("width"), input.integer("fraction"));
        complete(node, weights, format);
      }
    } else if (node.type().equals("concat") && !node.attributes().has("fraction")) {
      completeJoined(node);
    }
  }

  /** What was put behind each other changes no number where one format has all of them. */
  private void completeJoined(Node node) {
    int fraction = 0;
    int whole = 0;
    for (String before : network.allBefore(node.name())) {
      Attributes format = withFormat(before);
      if (!format.has("fraction")) {
        return;
      }
      fraction = Math.max(fraction, format.integer("fraction"));
      whole = Math.max(whole, format.integer("width") - format.integer("fraction"));
    }
    if (whole + fraction <= WIDEST) {
      network.change(
          node.name(),
          node.attributes().with("width", whole + fraction).with("fraction", fraction));
    }
  }

  /** The attributes of the nearest node before that says what its format is. */
  private Attributes withFormat(String name) {
    String at = name;
    while (!network.node(at).attributes().has("width")) {
      at = network.before(at);
    }
    return network.node(at).attributes();
  }

  private void complete(Node node, IntegerTensor weights, FixedPoint input) {
    Attributes attributes = node.attributes();
    int fraction = input.fraction() + attributes.integer("weight_fraction");
    double[] biases = biases(node, weights.shape().extents().getFirst());
    for (double bias : biases) {
      if (!ExactNumbers.isWhole(bias, fraction)) {
        network
            .warnings()
            .add(
                node.label()
                    + ": its bias is rounded to steps of 2^-"
                    + fraction
                    + ", those of its sums, and is not exactly that of the model");
        break;
      }
    }
    int width = width(weights, input, fraction, biases);
    if (!attributes.has("fraction") && width <= WIDEST && fraction <= MOST_BITS) {
      network.change(node.name(), attributes.with("width", width).with("fraction", fraction));
    }
  }

  private static double[] biases(Node node, int outputs) {
    return node.attributes().values().get("bias") instanceof RealTensor bias
        ? bias.toArray()
        : new double[outputs];
  }

  /** How many bits hold every sum. */
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
