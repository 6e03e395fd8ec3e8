package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;

/** Convolutions, of sequences and of images. */
final class ConvolutionImport {
  private ConvolutionImport() {}

  static void convolution(OnnxNode node, ImportedNodes network) {
    network.gives(node, layer(node, network, network.padded(node, 0), network.constant(node, 1)));
  }

  /** A convolution whose tensors, and weights, have their channels last in the model. */
  static void channelsLast(OnnxNode node, ImportedNodes network) {
    Value.Stream input =
        network.channelsLast(node, ChannelsLast.asFirst(node, network.stream(node, 0)));
    OnnxTensor weights = network.constant(node, 1);
    List<Integer> axes = new ArrayList<>();
    for (int axis = 0; axis < weights.extents().size(); axis++) {
      axes.add(axis);
    }
    axes.add(Math.min(1, axes.size() - 1), axes.removeLast());
    Value.Stream result =
        layer(node, network, new Value.Padded(input, List.of()), weights.transposed(axes));
    network.gives(node, ChannelsLast.asLast(result));
  }

  private static Value.Stream layer(
      OnnxNode node, ImportedNodes network, Value.Padded padded, OnnxTensor weights) {
    Value.Stream input = padded.stream();
    List<Integer> extents = input.extents();
    if (weights.extents().size() != extents.size() + 1 || weights.size() == 0) {
      throw node.unsupported(
          "its weights have extents " + weights.extents() + ", and its input " + extents);
    }
    int outputs = weights.extents().getFirst();
    List<Integer> kernel = weights.extents().subList(2, weights.extents().size());
    if (!Windows.numbers(node, "kernel_shape", kernel.size(), 1).equals(kernel)
        && node.attributes().containsKey("kernel_shape")) {
      throw node.unsupported("kernel_shape is not that of its weights " + weights.extents());
    }
    long groups = node.whole("group", 1);
    int channels = extents.getFirst();
    if (groups < 1
        || channels % groups != 0
        || outputs % groups != 0
        || weights.extents().get(1) != channels / groups) {
      throw node.unsupported(
          "its weights have extents "
              + weights.extents()
              + ", group is "
              + groups
              + ", and its input has "
              + channels
              + " channels");
    }
    Windows windows = Windows.of(node, extents.subList(1, extents.size()), padded.pads(), kernel);
    RealTensor ordered = channelsLast(weights);
    double[] bias =
        network.hasInput(node, 2) ? bias(node, network.constant(node, 2), outputs) : new double[0];
    String type = "conv" + kernel.size() + "d";
    SignLayer signs = new SignLayer(ordered);
    String name;
    if (groups == 1 && windows.isWithoutPadding() && signs.fits(node, network, input)) {
      Attributes lie = windows.attributes(Attributes.NONE);
      name = signs.add(node, network, "binary_" + type, lie, input.node(), bias);
    } else {
      Attributes attributes =
          windows.attributes(
              LayerWeights.attributes(node, network, ordered, network.isQuantized(node, 1)));
      if (groups > 1) {
        attributes = attributes.with("groups", groups);
      }
      if (bias.length > 0) {
        attributes = attributes.with("bias", RealTensor.of(Shape.of(outputs), bias));
      }
      name = network.add(node, type, attributes, input.node());
    }
    List<Integer> result = new ArrayList<>(windows.extents());
    result.addFirst(outputs);
    return Value.Stream.channelsLast(name, result);
  }

  private static double[] bias(OnnxNode node, OnnxTensor bias, int outputs) {
    if (bias.size() != outputs) {
      throw node.unsupported(
          "its bias has extents " + bias.extents() + ", and there are " + outputs + " outputs");
    }
    return bias.reals();
  }

  /** Weights of outputs x channels x directions as outputs x directions x channels. */
  private static RealTensor channelsLast(OnnxTensor weights) {
    List<Integer> axes = new ArrayList<>();
    for (int axis = 0; axis < weights.extents().size(); axis++) {
      axes.add(axis);
    }
    axes.addLast(axes.remove(1));
    OnnxTensor moved = weights.transposed(axes);
    return RealTensor.of(new Shape(moved.extents()), moved.reals());
  }
}
