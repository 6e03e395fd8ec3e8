package dev.backplane.compiler.onnx;

import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;

/** Counts of the thresholds that numbers reach, as FINN has them. */
final class ThresholdImport {
  private ThresholdImport() {}

  /** A number for each threshold of its channel, times a scale, and an addend. */
  static void thresholds(OnnxNode node, ImportedNodes network) {
    String layout = node.text("data_layout", "");
    Value.Stream given = network.stream(node, 0);
    boolean isLast = layout.equals("NHWC") || layout.equals("NWC") || layout.equals("NTC");
    Value.Stream input =
        network.channelsLast(node, isLast ? ChannelsLast.asFirst(node, given) : given);
    OnnxTensor thresholds = network.constant(node, 1);
    int channels = input.extents().getFirst();
    if (thresholds.extents().size() != 2
        || thresholds.size() == 0
        || (thresholds.extents().getFirst() != 1 && thresholds.extents().getFirst() != channels)) {
      throw node.unsupported(
          "its thresholds have extents "
              + thresholds.extents()
              + ", and its input has "
              + channels
              + " channels; channels, or 1 for all, x thresholds are supported");
    }
    double scale = node.real("out_scale", 1);
    double bias = node.real("out_bias", 0);
    int count = thresholds.extents().getLast();
    FixedPoint format =
        ExactNumbers.format(scale, bias, bias + count * scale)
            .orElseThrow(
                () ->
                    node.unsupported(
                        "32 bits do not have its out_scale "
                            + scale
                            + " and out_bias "
                            + bias
                            + "; numbers with few binary digits are supported"));
    Attributes attributes =
        Attributes.NONE
            .with("thresholds", RealTensor.of(new Shape(thresholds.extents()), thresholds.reals()))
            .with("first", format.quantize(bias))
            .with("step", format.quantize(scale))
            .with("width", format.width())
            .with("fraction", format.fraction());
    network.takeWeights(thresholds.size());
    Value.Stream result = input.from(network.add(node, "thresholds", attributes, input.node()));
    network.gives(node, isLast ? ChannelsLast.asLast(result) : result);
  }
}
