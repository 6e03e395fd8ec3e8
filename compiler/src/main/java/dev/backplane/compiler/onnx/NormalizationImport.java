package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
    Value.Stream input = network.stream(node, 0);
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
    List<Integer> extents = new ArrayList<>(Collections.nCopies(input.extents().size(), 1));
    extents.set(0, channels);
    Spread spread =
        Spread.of(
            node,
            network,
            input,
            OnnxTensor.of("", ElementType.DOUBLE, extents, scale),
            OnnxTensor.of("", ElementType.DOUBLE, extents, bias));
    scale(node, network, spread.stream(), spread.row(0), spread.row(1));
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
    shift(node, network, spread(node, network), 1);
  }

  /** Adds numbers to a stream, or to the numbers minus the stream. */
  private static void shift(OnnxNode node, ImportedNodes network, Spread spread, double sign) {
    double[] addends = spread.row(0);
    Value.Stream input = spread.stream();
    Node layer = network.node(input.node());
    if (sign > 0
        && TAKE_BIAS.contains(layer.type())
        && ImportedNodes.isOpen(layer)
        && !layer.attributes().has("bias")
        && network.isReadOnce(layer.name())) {
      RealTensor bias = RealTensor.of(Shape.of(addends.length), addends);
      network.change(layer.name(), layer.attributes().with("bias", bias));
      network.gives(node, input);
    } else {
      scale(node, network, input, filled(addends.length, sign), addends);
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
    if (first.node().equals(second.node()) && first.order().equals(second.order())) {
      double[] doubled = Spread.of(first, 2).row(0);
      scale(node, network, first, doubled, new double[doubled.length]);
      return;
    }
    // Where one is moved, it is the one that costs nothing, if there is one.
    boolean movesFirst = network.node(first.node()).type().equals(Node.INPUT);
    Value.Stream left = movesFirst ? Arrangement.of(node, network, first, second) : first;
    Value.Stream right = movesFirst ? second : Arrangement.of(node, network, second, first);
    network.gives(
        node, left.from(network.add(node, "add", network.openFormat(), left.node(), right.node())));
  }

  static void subtract(OnnxNode node, ImportedNodes network) {
    if (network.input(node, 0) instanceof Value.Stream first
        && network.input(node, 1) instanceof Value.Stream second) {
      sum(node, network, first, scaled(node, network, second, -1));
      return;
    }
    Spread spread = spread(node, network);
    double sign = constantInput(node, network) == 1 ? 1 : -1;
    double[] addends = Arrays.stream(spread.row(0)).map(each -> -sign * each).toArray();
    shift(node, network, new Spread(spread.stream(), List.of(addends)), sign);
  }

  static void multiply(OnnxNode node, ImportedNodes network) {
    Spread spread = spread(node, network);
    scale(node, network, spread.stream(), spread.row(0), new double[spread.row(0).length]);
  }

  static void divide(OnnxNode node, ImportedNodes network) {
    if (constantInput(node, network) == 0) {
      throw node.unsupported("it divides by what the network computes");
    }
    Spread spread = spread(node, network);
    double[] factors = Arrays.stream(spread.row(0)).map(divisor -> 1 / divisor).toArray();
    scale(node, network, spread.stream(), factors, new double[factors.length]);
  }

  private static int constantInput(OnnxNode node, ImportedNodes network) {
    return network.input(node, 0) instanceof Value.Constant ? 0 : 1;
  }

  /** The constants of an operator with two inputs, beside the elements of its other input. */
  private static Spread spread(OnnxNode node, ImportedNodes network) {
    int index = constantInput(node, network);
    Value.Stream stream = network.anyStream(node, 1 - index);
    return Spread.of(node, network, stream, network.constant(node, index));
  }

  static void negate(OnnxNode node, ImportedNodes network) {
    network.gives(node, scaled(node, network, network.anyStream(node, 0), -1));
  }

  /** A stream times one number, exactly. */
  static Value.Stream scaled(
      OnnxNode node, ImportedNodes network, Value.Stream input, double factor) {
    double[] row = Spread.of(input, factor).row(0);
    RealTensor factors = RealTensor.of(Shape.of(row.length), row);
    Attributes attributes = LayerWeights.attributes(node, network, factors, true);
    return input.from(network.add(node, "batch_normalization", attributes, input.node()));
  }

  /** Adds a number to all elements that a normalisation gives. */
  static void addend(ImportedNodes network, Value.Stream stream, double addend) {
    double[] row = Spread.of(stream, addend).row(0);
    Attributes attributes = network.node(stream.node()).attributes();
    network.change(
        stream.node(), attributes.with("bias", RealTensor.of(Shape.of(row.length), row)));
  }

  private static double[] filled(int size, double value) {
    double[] numbers = new double[size];
    Arrays.fill(numbers, value);
    return numbers;
  }

  /** A stream times one factor for each place of its last axis, and an addend. */
  static void scale(
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
