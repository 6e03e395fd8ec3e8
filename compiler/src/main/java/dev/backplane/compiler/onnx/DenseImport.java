package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;

/** Products with matrices, and the sums behind them. */
final class DenseImport {
  private DenseImport() {}

  static void gemm(OnnxNode node, ImportedNodes network) {
    Value.Stream input = vector(node, network.stream(node, 0));
    if (node.whole("transA", 0) != 0) {
      throw node.unsupported("transA is set, and the batch would be an axis that is summed over");
    }
    OnnxTensor weights = network.constant(node, 1);
    Matrix matrix =
        Matrix.of(node, weights, node.whole("transB", 0) == 0).scaled(node.real("alpha", 1));
    double[] bias =
        network.hasInput(node, 2)
            ? bias(node, network.constant(node, 2), matrix.outputs(), node.real("beta", 1))
            : new double[0];
    dense(node, network, input, matrix, bias);
  }

  static void matMul(OnnxNode node, ImportedNodes network) {
    Value.Stream input = vector(node, network.stream(node, 0));
    dense(node, network, input, Matrix.of(node, network.constant(node, 1), true), new double[0]);
  }

  private static Value.Stream vector(OnnxNode node, Value.Stream input) {
    if (input.extents().stream().limit(input.extents().size() - 1L).anyMatch(e -> e != 1)) {
      throw node.unsupported(
          "its input has extents "
              + input.extents()
              + " beside the batch; a vector is supported, behind Flatten for example");
    }
    return input;
  }

  private static void dense(
      OnnxNode node, ImportedNodes network, Value.Stream input, Matrix matrix, double... bias) {
    if (matrix.inputs() != input.order().size()) {
      throw node.unsupported(
          "its weights are for "
              + matrix.inputs()
              + " inputs, and there are "
              + input.order().size());
    }
    RealTensor weights = matrix.ordered(input.order());
    SignLayer signs = new SignLayer(weights);
    if (signs.fits(node, network, input)) {
      String name = signs.add(node, network, "binary_linear", Attributes.NONE, input.node(), bias);
      network.gives(node, Value.Stream.channelsLast(name, List.of(matrix.outputs())));
      return;
    }
    Attributes attributes =
        LayerWeights.attributes(node, network, weights, network.isQuantized(node, 1));
    if (bias.length > 0) {
      attributes = attributes.with("bias", RealTensor.of(Shape.of(bias.length), bias));
    }
    String name = network.add(node, "linear", attributes, input.node());
    network.gives(node, Value.Stream.channelsLast(name, List.of(matrix.outputs())));
  }

  /** One number for each output; a single one is for all. */
  private static double[] bias(OnnxNode node, OnnxTensor tensor, int outputs, double factor) {
    boolean isRow =
        tensor.extents().stream()
            .limit(Math.max(0, tensor.extents().size() - 1L))
            .allMatch(e -> e == 1);
    if (!isRow || (tensor.size() != 1 && tensor.size() != outputs)) {
      throw node.unsupported(
          "a bias of extents " + tensor.extents() + " does not fit " + outputs + " outputs");
    }
    double[] bias = new double[outputs];
    for (int o = 0; o < outputs; o++) {
      bias[o] = factor * tensor.real(tensor.size() == 1 ? 0 : o);
    }
    return bias;
  }
}
