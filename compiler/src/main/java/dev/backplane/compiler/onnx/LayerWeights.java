package dev.backplane.compiler.onnx;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.LinearLayer;
import java.util.Arrays;

/** The attributes of a layer that has weights. */
final class LayerWeights {
  /** As far as a weight may be from a multiple of its scale. */
  private static final double NEAR = 1e-3;

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
    double[] steps = steps(node, network);
    if (Arrays.stream(steps).anyMatch(step -> Math.scalb(1.0, Math.getExponent(step)) != step)) {
      return scaled(node, open, weights, steps);
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

  /** The steps of the model's weights, its input 1. */
  private static double[] steps(OnnxNode node, ImportedNodes network) {
    return network.hasInput(node, 1)
            && network.input(node, 1) instanceof Value.Constant(OnnxTensor tensor, var _)
        ? tensor.steps()
        : new double[0];
  }

  /** Integers of steps that are no powers of two, one for all or one for each output. */
  private static Attributes scaled(
      OnnxNode node, Attributes open, RealTensor weights, double... steps) {
    int outputs = weights.shape().extents().getFirst();
    int inputs = weights.size() / outputs;
    if ((steps.length != 1 && steps.length != outputs) || node.operator().equals("LSTM")) {
      throw node.unsupported(
          "its weights have "
              + steps.length
              + " scales that are no powers of two; one, or one for each of its "
              + outputs
              + " outputs is supported, and none for LSTM");
    }
    double largest = Arrays.stream(steps).max().orElse(1);
    int fraction = -Math.getExponent(largest);
    long[] integers = new long[weights.size()];
    long all = 1;
    for (int i = 0; i < integers.length; i++) {
      double steady = weights.get(i) / steps[steps.length == 1 ? 0 : i / inputs];
      integers[i] = Math.round(steady);
      if (Math.abs(steady - integers[i]) > NEAR || Math.abs(integers[i]) > Short.MAX_VALUE) {
        throw node.unsupported(
            "its weight "
                + weights.get(i)
                + " is no multiple of its scale; the model computes with its quantised weights"
                + " before they come here");
      }
      all = Math.max(all, Math.max(integers[i], ~integers[i]));
    }
    double[] scales = Arrays.stream(steps).map(step -> Math.scalb(step, fraction)).toArray();
    return open.with("weights", IntegerTensor.of(weights.shape(), integers))
        .with("weight_width", Math.max(2, Long.SIZE - Long.numberOfLeadingZeros(all) + 1))
        .with("weight_fraction", fraction)
        .with(LinearLayer.WEIGHT_SCALES, RealTensor.of(Shape.of(scales.length), scales));
  }
}
