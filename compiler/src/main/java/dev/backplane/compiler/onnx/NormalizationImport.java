package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.Set;

/** Normalisation with what was learned of the mean and the variance. */
final class NormalizationImport {
  private static final double EPSILON = 1e-5;

  private NormalizationImport() {}

  static void batch(OnnxNode node, ImportedNodes network) {
    node.knowsOnly(Set.of("epsilon", "momentum", "spatial", "training_mode"));
    if (node.whole("training_mode", 0) != 0 || node.whole("spatial", 1) == 0) {
      throw node.unsupported("it is in training mode, or not of channels; export for inference");
    }
    Value.Stream input = network.channelsLast(node, 0);
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
    List<Integer> shape = List.of(channels);
    Attributes attributes =
        LayerWeights.attributes(node, network, RealTensor.of(new Shape(shape), scale), false)
            .with("bias", RealTensor.of(new Shape(shape), bias));
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
