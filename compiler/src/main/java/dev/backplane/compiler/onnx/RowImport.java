package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Arithmetic of rows with constants: one number, or one for each place of a row. Tensors whose
 * channels are last in the graph are left to others.
 */
final class RowImport {
  private static final int FACTOR_BITS = 16;

  private static final Set<String> TAKE_BIAS = Set.of("conv1d", "conv2d", "batch_normalization");

  private RowImport() {}

  static void add(OnnxNode node, ImportedNodes network) {
    if (!isOfRows(node, network)) {
      NormalizationImport.add(node, network);
      return;
    }
    Value.Stream rows = rows(node, network);
    double[] addends = numbers(node, network, rows);
    Node layer = network.node(rows.node());
    if (TAKE_BIAS.contains(layer.type())
        && ImportedNodes.isOpen(layer)
        && !layer.attributes().has("bias")
        && network.isReadOnce(layer.name())) {
      RealTensor bias = RealTensor.of(Shape.of(addends.length), addends);
      network.change(layer.name(), layer.attributes().with("bias", bias));
      network.gives(node, rows);
    } else {
      scale(node, network, rows, filled(addends.length, 1), addends);
    }
  }

  static void subtract(OnnxNode node, ImportedNodes network) {
    if (!isOfRows(node, network)) {
      NormalizationImport.subtract(node, network);
      return;
    }
    Value.Stream rows = rows(node, network);
    double sign = constantInput(node, network) == 1 ? 1 : -1;
    double[] bias =
        Arrays.stream(numbers(node, network, rows)).map(number -> -sign * number).toArray();
    scale(node, network, rows, filled(bias.length, sign), bias);
  }

  static void multiply(OnnxNode node, ImportedNodes network) {
    if (isOfRows(node, network)) {
      Value.Stream rows = rows(node, network);
      double[] factors = numbers(node, network, rows);
      scale(node, network, rows, factors, new double[factors.length]);
    } else {
      ProductImport.multiply(node, network);
    }
  }

  static void divide(OnnxNode node, ImportedNodes network) {
    if (isOfRows(node, network) && constantInput(node, network) == 1) {
      Value.Stream rows = rows(node, network);
      double[] factors =
          Arrays.stream(numbers(node, network, rows)).map(divisor -> 1 / divisor).toArray();
      scale(node, network, rows, factors, new double[factors.length]);
    } else {
      NormalizationImport.divide(node, network);
    }
  }

  private static int constantInput(OnnxNode node, ImportedNodes network) {
    return network.input(node, 0) instanceof Value.Constant ? 0 : 1;
  }

  private static boolean isOfRows(OnnxNode node, ImportedNodes network) {
    if (node.inputs().size() != 2) {
      return false;
    }
    int constant = constantInput(node, network);
    return network.input(node, constant) instanceof Value.Constant
        && network.input(node, 1 - constant) instanceof Value.Stream stream
        && stream.batchAxis() == 0
        && stream.extents().size() > 1
        && !stream.isChannelsLast();
  }

  private static Value.Stream rows(OnnxNode node, ImportedNodes network) {
    return InModelOrder.of(node, network, network.stream(node, 1 - constantInput(node, network)));
  }

  private static double[] numbers(OnnxNode node, ImportedNodes network, Value.Stream rows) {
    OnnxTensor constants = network.constant(node, constantInput(node, network));
    List<Integer> given = constants.extents();
    int places = rows.extents().getLast();
    boolean isRow =
        !given.isEmpty()
            && given.size() <= rows.extents().size() + 1
            && constants.size() == places
            && given.getLast() == places;
    if (constants.size() != 1 && !isRow) {
      throw node.unsupported(
          "its constants have extents "
              + given
              + "; one number is supported, or one for each place of the last of "
              + rows.extents());
    }
    double[] numbers = new double[places];
    Arrays.setAll(numbers, i -> constants.real(constants.size() == 1 ? 0 : i));
    return numbers;
  }

  private static double[] filled(int size, double value) {
    double[] numbers = new double[size];
    Arrays.fill(numbers, value);
    return numbers;
  }

  private static void scale(
      OnnxNode node, ImportedNodes network, Value.Stream rows, double[] scale, double... bias) {
    network.gives(
        node,
        rows.from(
            network.add(
                node, "batch_normalization", factors(node, network, scale, bias), rows.node())));
  }

  /** {@return the attributes of a normalisation with these factors and addends} */
  static Attributes factors(OnnxNode node, ImportedNodes network, double[] scale, double... bias) {
    Shape shape = Shape.of(scale.length);
    return LayerWeights.attributes(node, network, RealTensor.of(shape, scale), false)
        .with("weight_width", Math.max(FACTOR_BITS, network.widths().weights()))
        .with("bias", RealTensor.of(shape, bias));
  }
}
