package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;

/**
 * The weights of a layer.
 *
 * @param weights outputs x inputs
 */
record Matrix(RealTensor weights) {
  /**
   * Reads weights.
   *
   * @param node whose weights these are
   * @param tensor the weights
   * @param isTransposed whether they are inputs x outputs
   */
  static Matrix of(OnnxNode node, OnnxTensor tensor, boolean isTransposed) {
    if (tensor.extents().size() != 2 || tensor.size() == 0) {
      throw node.unsupported("its weights have extents " + tensor.extents() + ", not two");
    }
    OnnxTensor rows = isTransposed ? tensor.transposed(List.of(1, 0)) : tensor;
    return new Matrix(RealTensor.of(new Shape(rows.extents()), rows.reals()));
  }

  int outputs() {
    return weights.shape().extents().getFirst();
  }

  int inputs() {
    return weights.shape().extents().getLast();
  }

  Matrix scaled(double factor) {
    double[] scaled = weights.toArray();
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] *= factor;
    }
    return new Matrix(RealTensor.of(weights.shape(), scaled));
  }

  /** The weights for inputs that come in the order of the graph. */
  RealTensor ordered(ElementOrder order) {
    double[] ordered = new double[weights.size()];
    for (int o = 0; o < outputs(); o++) {
      for (int i = 0; i < inputs(); i++) {
        ordered[o * inputs() + i] = weights.get(o * inputs() + order.place(i));
      }
    }
    return RealTensor.of(weights.shape(), ordered);
  }
}
