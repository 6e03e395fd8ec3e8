package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;

/** Slopes below 0, one for each channel. */
final class SlopeImport {
  private SlopeImport() {}

  static void ofChannels(OnnxNode node, ImportedNodes network) {
    Value.Stream input = network.channelsLast(node, 0);
    OnnxTensor slopes = network.constant(node, 1);
    int channels = input.extents().getFirst();
    // Extents are compared from the last on, as broadcasting does.
    List<Integer> given = slopes.extents();
    int axis = given.size() - input.extents().size();
    if (slopes.size() != channels || axis < 0 || given.get(axis) != channels) {
      throw node.unsupported(
          "its slopes have extents "
              + given
              + "; one number is supported, or one for each of the channels of "
              + input.extents());
    }
    Attributes attributes =
        network.openFormat().with("slopes", RealTensor.of(Shape.of(channels), slopes.reals()));
    network.gives(node, input.from(network.add(node, "prelu", attributes, input.node())));
  }
}
