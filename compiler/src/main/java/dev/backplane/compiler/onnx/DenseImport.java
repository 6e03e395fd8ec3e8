package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;

/** Products with matrices along the last axis, and the sums behind them. */
final class DenseImport {
  private DenseImport() {}

  static void gemm(OnnxNode node, ImportedNodes network) {
    Value.Stream input = network.anyStream(node, 0);
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
    Value.Stream input = network.anyStream(node, 0);
    dense(node, network, input, Matrix.of(node, network.constant(node, 1), true), new double[0]);
  }

  /** {@return whether all elements of a sample are summed up, and not those of each place} */
  private static boolean isVector(Value.Stream input) {
    List<Integer> extents = input.extents();
    return input.batchAxis() < extents.size()
        && extents.stream().limit(extents.size() - 1L).allMatch(extent -> extent == 1);
  }

  private static void dense(
      OnnxNode node, ImportedNodes network, Value.Stream input, Matrix matrix, double... bias) {
    if (!isVector(input)) {
      ofPlaces(node, network, input, matrix, bias);
      return;
    }
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
      gives(node, network, input, name, Shape.of(matrix.outputs()));
      return;
    }
    String name =
        network.add(node, "linear", attributes(node, network, weights, bias), input.node());
    gives(node, network, input, name, Shape.of(matrix.outputs()));
  }

  private static Attributes attributes(
      OnnxNode node, ImportedNodes network, RealTensor weights, double... bias) {
    Attributes attributes =
        LayerWeights.attributes(node, network, weights, network.isQuantized(node, 1));
    return bias.length > 0
        ? attributes.with("bias", RealTensor.of(Shape.of(bias.length), bias))
        : attributes;
  }

  /** The extents of the input, of which the last are the outputs now. */
  private static void gives(
      OnnxNode node, ImportedNodes network, Value.Stream input, String name, Shape shape) {
    List<Integer> extents = new ArrayList<>(input.extents());
    extents.set(extents.size() - 1, shape.extents().getLast());
    network.gives(
        node,
        new Value.Stream(name, shape, extents, ElementOrder.same(shape.size()), input.batchAxis()));
  }

  /** A layer of each place before the last axis: a convolution with windows of one place. */
  private static void ofPlaces(
      OnnxNode node, ImportedNodes network, Value.Stream given, Matrix matrix, double... bias) {
    List<Integer> extents = given.extents();
    if (given.batchAxis() >= extents.size() || matrix.inputs() != extents.getLast()) {
      throw node.unsupported(
          "its weights are for "
              + matrix.inputs()
              + " inputs, and its input has extents "
              + extents
              + " with the batch as axis "
              + given.batchAxis());
    }
    int places = extents.stream().limit(extents.size() - 1L).reduce(1, (a, b) -> a * b);
    Shape rows = Shape.of(places, matrix.inputs());
    Value.Stream input =
        Arrangement.of(
            node,
            network,
            given,
            new Value.Stream(given.node(), rows, extents, ElementOrder.same(rows.size())));
    RealTensor weights =
        RealTensor.of(Shape.of(matrix.outputs(), 1, matrix.inputs()), matrix.weights().toArray());
    String name =
        network.add(node, "conv1d", attributes(node, network, weights, bias), input.node());
    gives(node, network, input, name, Shape.of(places, matrix.outputs()));
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
