package dev.backplane.compiler.onnx;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.RealTensor;
import java.util.Arrays;

/** The attributes of a layer that has weights. */
final class LayerWeights {
  private LayerWeights() {}

  /**
   * Says what weights are: integers if the model has them on a grid, and otherwise reals that get
   * the bits that were asked for. The format of the outputs is open.
   *
   * @param node whose weights these are
   * @param network the network
   * @param weights the weights, in the order of the graph
   * @param isQuantized whether the model has them on a grid
   */
  static Attributes attributes(
      OnnxNode node, ImportedNodes network, RealTensor weights, boolean isQuantized) {
    network.takeWeights(weights.size());
    Attributes open = network.openFormat();
    double[] reals = weights.toArray();
    if (!isQuantized) {
      return open.with("weights", weights).with("weight_width", network.widths().weights());
    }
    FixedPoint format =
        ExactNumbers.format(reals)
            .orElseThrow(
                () -> node.unsupported("32 bits do not have its quantised weights exactly"));
    long[] integers = Arrays.stream(reals).mapToLong(format::quantize).toArray();
    return open.with("weights", IntegerTensor.of(weights.shape(), integers))
        .with("weight_width", format.width())
        .with("weight_fraction", format.fraction());
  }
}
