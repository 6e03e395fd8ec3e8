package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Products of what the network computes. */
final class ProductImport {
  private static final int MOST_FACTORS = 4;

  private ProductImport() {}

  static void multiply(OnnxNode node, ImportedNodes network) {
    if (network.input(node, 0) instanceof Value.Constant
        || network.input(node, 1) instanceof Value.Constant) {
      NormalizationImport.multiply(node, network);
      return;
    }
    network.gives(node, product(node, network, network.stream(node, 0), network.stream(node, 1)));
  }

  /** The smaller of the two is repeated, as its extents are compared from the last one on. */
  private static Value.Stream product(
      OnnxNode node, ImportedNodes network, Value.Stream first, Value.Stream second) {
    if (first.extents().equals(second.extents())
        && first.order().equals(second.order())
        && first.shape().equals(second.shape())) {
      return product(node, network, first, first, second);
    }
    int axes = Math.max(first.extents().size(), second.extents().size());
    boolean isSecondSmaller = first.order().size() >= second.order().size();
    Value.Stream large = isSecondSmaller ? first : second;
    Value.Stream small = isSecondSmaller ? second : first;
    if (large.extents().size() < axes) {
      large = StreamLayout.of(node, large).reshaped(node, network, large, padded(large, axes));
    }
    StreamLayout layout = StreamLayout.of(node, large);
    List<Integer> extents = padded(small, axes);
    List<Integer> all = large.extents();
    if (IntStream.range(0, axes)
        .anyMatch(axis -> extents.get(axis) != 1 && !extents.get(axis).equals(all.get(axis)))) {
      throw node.unsupported(
          "it multiplies tensors of extents "
              + first.extents()
              + " and "
              + second.extents()
              + "; both must have the same, or one of them 1");
    }
    Value.Stream repeated = layout.reshaped(node, network, small, extents);
    return isSecondSmaller
        ? product(node, network, large, large, repeated)
        : product(node, network, large, repeated, large);
  }

  private static Value.Stream product(
      OnnxNode node,
      ImportedNodes network,
      Value.Stream result,
      Value.Stream first,
      Value.Stream second) {
    // Between two nodes is one edge.
    String other =
        first.node().equals(second.node())
            ? network.add(node, "requantize", Attributes.NONE, second.node())
            : second.node();
    return result.from(network.add(node, "multiply", network.openFormat(), first.node(), other));
  }

  private static List<Integer> padded(Value.Stream stream, int axes) {
    List<Integer> extents = new ArrayList<>(stream.extents());
    extents.addAll(0, Collections.nCopies(axes - extents.size(), 1));
    return extents;
  }

  /** A power with a small whole exponent, a root, or a reciprocal. */
  static void power(OnnxNode node, ImportedNodes network) {
    OnnxTensor exponents = network.constant(node, 1);
    double exponent = exponents.size() == 1 ? exponents.real(0) : Double.NaN;
    if (exponent == 0.5) {
      FunctionImport.table(node, network, "sqrt");
    } else if (exponent == -1) {
      FunctionImport.table(node, network, "reciprocal");
    } else if (exponent == Math.rint(exponent) && exponent >= 1 && exponent <= MOST_FACTORS) {
      Value.Stream input = network.anyStream(node, 0);
      Value.Stream product = input;
      for (int i = 1; i < exponent; i++) {
        product = product(node, network, input, product, input);
      }
      network.gives(node, product);
    } else {
      throw node.unsupported(
          "its exponent is "
              + (exponents.size() == 1 ? exponent : exponents.extents())
              + "; a whole number from 1 to "
              + MOST_FACTORS
              + ", 0.5 and -1 are supported");
    }
  }
}
