package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Factors and addends, one for each channel: normalisation, and arithmetic with constants. */
final class NormalizationImport {
  private static final double EPSILON = 1e-5f;

  /**
   * The fewest bits of factors that do not become part of a layer. There are few factors, and
   * rounding one moves the middle of numbers that are far from 0, as pixels are.
   */
  private static final int FACTOR_BITS = 16;

  /**
   * The first version of the operators whose models are for inference unless they say otherwise.
   */
  private static final long FIRST_OF_INFERENCE = 7;

  private static final Set<String> TAKE_BIAS =
      Set.of("linear", "conv1d", "conv2d", "batch_normalization");

  private NormalizationImport() {}

  static void batch(OnnxNode node, ImportedNodes network) {
    if (node.whole("training_mode", 0) != 0
        || node.whole("is_test", network.version() < FIRST_OF_INFERENCE ? 0 : 1) == 0
        || node.whole("spatial", 1) == 0) {
      throw node.unsupported("it is in training mode, or not of channels; export for inference");
    }
    Value.Stream input = network.channelsLast(node, 0);
    int channels = input.extents().getFirst();
    double[] scale = numbers(node, network, 1, channels);
    double[] bias = numbers(node, network, 2, channels);
    double[] mean = numbers(node, network, 3, channels);
    double[] variance = numbers(node, network, 4, channels);
    double epsilon = node.real("epsilon", EPSILON);
    for (int c = 0; c < channels; c++) {
      scale[c] /= Math.sqrt(variance[c] + epsilon);
      bias[c] -= mean[c] * scale[c];
    }
    scale(node, network, input, scale, bias);
  }

  /**
   * A sum with constants becomes the bias of the layer before, if that has none, and if nothing is
   * rounded between the two.
   */
  static void add(OnnxNode node, ImportedNodes network) {
    if (network.input(node, 0) instanceof Value.Stream first
        && network.input(node, 1) instanceof Value.Stream second) {
      sum(node, network, first, second);
      return;
    }
    double[] addends = constants(node, network);
    Value.Stream input = network.channelsLast(node, 1 - constantInput(node, network));
    Node layer = network.node(input.node());
    if (TAKE_BIAS.contains(layer.type())
        && ImportedNodes.isOpen(layer)
        && !layer.attributes().has("bias")
        && network.isReadOnce(layer.name())) {
      RealTensor bias = RealTensor.of(Shape.of(addends.length), addends);
      network.change(layer.name(), layer.attributes().with("bias", bias));
      network.gives(node, input);
    } else {
      scale(node, network, input, filled(addends.length, 1), addends);
    }
  }

  /** The sum of two branches, element by element. */
  private static void sum(
      OnnxNode node, ImportedNodes network, Value.Stream first, Value.Stream second) {
    if (!first.extents().equals(second.extents())) {
      throw node.unsupported(
          "it adds tensors of extents "
              + first.extents()
              + " and "
              + second.extents()
              + ", and both must have the same");
    }
    if (!first.order().equals(second.order()) || !first.shape().equals(second.shape())) {
      throw node.unsupported("the elements of what it adds are in different orders in the graph");
    }
    if (first.node().equals(second.node())) {
      int channels = first.extents().getFirst();
      scale(node, network, network.channelsLast(node, 0), filled(channels, 2), filled(channels, 0));
      return;
    }
    network.gives(
        node,
        first.from(network.add(node, "add", network.openFormat(), first.node(), second.node())));
  }

  static void subtract(OnnxNode node, ImportedNodes network) {
    double[] constants = constants(node, network);
    double sign = constantInput(node, network) == 1 ? 1 : -1;
    double[] bias = Arrays.stream(constants).map(constant -> -sign * constant).toArray();
    scale(node, network, input(node, network), filled(bias.length, sign), bias);
  }

  static void multiply(OnnxNode node, ImportedNodes network) {
    double[] factors = constants(node, network);
    scale(node, network, input(node, network), factors, new double[factors.length]);
  }

  static void divide(OnnxNode node, ImportedNodes network) {
    if (constantInput(node, network) == 0) {
      throw node.unsupported("it divides by what the network computes");
    }
    double[] factors =
        Arrays.stream(constants(node, network)).map(divisor -> 1 / divisor).toArray();
    scale(node, network, input(node, network), factors, new double[factors.length]);
  }

  private static Value.Stream input(OnnxNode node, ImportedNodes network) {
    return network.channelsLast(node, 1 - constantInput(node, network));
  }

  private static int constantInput(OnnxNode node, ImportedNodes network) {
    return network.input(node, 0) instanceof Value.Constant ? 0 : 1;
  }

  /** The constants of an operator with two inputs, one for each channel. */
  private static double[] constants(OnnxNode node, ImportedNodes network) {
    int index = constantInput(node, network);
    List<Integer> extents = network.stream(node, 1 - index).extents();
    int channels = extents.getFirst();
    OnnxTensor constants = network.constant(node, index);
    List<Integer> given = constants.extents();
    // Extents are compared from the last on, as broadcasting does.
    int channelAxis = given.size() - extents.size();
    boolean isOfChannels = channelAxis >= 0 && given.get(channelAxis) == constants.size();
    if (constants.size() != 1 && (!isOfChannels || constants.size() != channels)) {
      throw node.unsupported(
          "its constants have extents "
              + given
              + "; one number is supported, or one for each of the channels of "
              + extents);
    }
    double[] numbers = new double[channels];
    Arrays.setAll(numbers, c -> constants.real(constants.size() == 1 ? 0 : c));
    return numbers;
  }

  static void negate(OnnxNode node, ImportedNodes network) {
    network.gives(node, scaled(node, network, network.channelsLast(node, 0), -1));
  }

  /** A stream times one number, exactly. */
  static Value.Stream scaled(
      OnnxNode node, ImportedNodes network, Value.Stream input, double factor) {
    if (!input.isChannelsLast()) {
      throw node.unsupported(
          "it multiplies by " + factor + ", and channels are not last in the graph");
    }
    Shape shape = Shape.of(input.extents().getFirst());
    RealTensor factors = RealTensor.of(shape, filled(shape.size(), factor));
    Attributes attributes = LayerWeights.attributes(node, network, factors, true);
    return input.from(network.add(node, "batch_normalization", attributes, input.node()));
  }

  private static double[] filled(int size, double value) {
    double[] numbers = new double[size];
    Arrays.fill(numbers, value);
    return numbers;
  }

  private static void scale(
      OnnxNode node, ImportedNodes network, Value.Stream input, double[] scale, double[] bias) {
    Shape shape = Shape.of(scale.length);
    Attributes attributes =
        LayerWeights.attributes(node, network, RealTensor.of(shape, scale), false)
            .with("weight_width", Math.max(FACTOR_BITS, network.widths().weights()))
            .with("bias", RealTensor.of(shape, bias));
    network.gives(
        node, input.from(network.add(node, "batch_normalization", attributes, input.node())));
  }

  private static double[] numbers(OnnxNode node, ImportedNodes network, int index, int channels) {
    OnnxTensor tensor = network.constant(node, index);
    if (tensor.size() != channels) {
      throw node.unsupported(
          "its input "
              + index
              + " has extents "
              + tensor.extents()
              + ", and there are "
              + channels
              + " channels");
    }
    return tensor.reals();
  }
}
