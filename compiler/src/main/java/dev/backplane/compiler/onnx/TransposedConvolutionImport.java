package dev.backplane.compiler.onnx;

import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Transposed convolutions: zeros between the elements, then a convolution whose weights are turned
 * around. It is exact.
 */
final class TransposedConvolutionImport {
  private final OnnxNode node;
  private final OnnxTensor weights;
  private final List<Integer> kernel;
  private final int groups;
  private final List<Integer> strides;
  private final List<Integer> dilations;
  private final List<Integer> pads;
  private final List<Integer> more;

  private TransposedConvolutionImport(OnnxNode node, OnnxTensor weights, int directions) {
    this.node = node;
    this.weights = weights;
    if (weights.extents().size() != directions + 2 || weights.size() == 0) {
      throw node.unsupported(
          "its weights have extents "
              + weights.extents()
              + ", and its input has "
              + directions
              + " directions");
    }
    kernel = weights.extents().subList(2, directions + 2);
    groups = Math.clamp(node.whole("group", 1), 0, Integer.MAX_VALUE);
    strides = Windows.numbers(node, "strides", directions, 1);
    dilations = Windows.numbers(node, "dilations", directions, 1);
    pads = Windows.numbers(node, "pads", 2 * directions, 0);
    more = Windows.numbers(node, "output_padding", directions, 0);
    if (node.attributes().containsKey("kernel_shape")
        && !Windows.numbers(node, "kernel_shape", directions, 1).equals(kernel)) {
      throw node.unsupported("kernel_shape is not that of its weights " + weights.extents());
    }
  }

  static void convolution(OnnxNode node, ImportedNodes network) {
    Value.Stream input = network.channelsLast(node, 0);
    List<Integer> extents = input.extents();
    new TransposedConvolutionImport(node, network.constant(node, 1), extents.size() - 1)
        .add(network, input);
  }

  private int directions() {
    return kernel.size();
  }

  /** The zeros at one end of a direction: so many that the first window has one element. */
  private int zeros(int end) {
    int direction = end % directions();
    int zeros = dilations.get(direction) * (kernel.get(direction) - 1) - pads.get(end);
    if (zeros < 0) {
      throw node.unsupported("its pads " + pads + " are larger than its kernel " + kernel);
    }
    return zeros + (end < directions() ? 0 : more.get(direction));
  }

  private void add(ImportedNodes network, Value.Stream input) {
    int channels = input.extents().getFirst();
    if (groups < 1 || channels % groups != 0 || weights.extents().getFirst() != channels) {
      throw node.unsupported(
          "its weights have extents "
              + weights.extents()
              + ", group is "
              + groups
              + ", and its input has "
              + channels
              + " channels");
    }
    int outputs = groups * weights.extents().get(1);
    List<Integer> around = new ArrayList<>();
    List<Integer> result = new ArrayList<>(List.of(outputs));
    for (int end = 0; end < 2 * directions(); end++) {
      around.add(zeros(end));
    }
    for (int d = 0; d < directions(); d++) {
      long extent =
          (input.extents().get(d + 1) - 1L) * strides.get(d)
              + 1
              + around.get(d)
              + around.get(d + directions())
              - (long) dilations.get(d) * (kernel.get(d) - 1);
      result.add((int) Math.min(extent, Integer.MAX_VALUE));
    }
    boolean isSpread =
        strides.stream().anyMatch(stride -> stride > 1)
            || more.stream().anyMatch(padding -> padding > 0);
    String before =
        isSpread ? network.add(node, "pad", spread(around), input.node()) : input.node();
    Attributes attributes =
        LayerWeights.attributes(node, network, turned(channels), network.isQuantized(node, 1));
    if (!isSpread && around.stream().anyMatch(zeros -> zeros > 0)) {
      attributes = attributes.with("padding", Windows.sequence(around));
    }
    if (dilations.stream().anyMatch(dilation -> dilation > 1)) {
      attributes = attributes.with("dilation", Windows.sequence(dilations));
    }
    if (groups > 1) {
      attributes = attributes.with("groups", groups);
    }
    if (network.hasInput(node, 2)) {
      OnnxTensor bias = network.constant(node, 2);
      if (bias.size() != outputs) {
        throw node.unsupported(
            "its bias has extents " + bias.extents() + ", and there are " + outputs + " outputs");
      }
      attributes = attributes.with("bias", RealTensor.of(Shape.of(outputs), bias.reals()));
    }
    String name = network.add(node, "conv" + directions() + "d", attributes, before);
    network.gives(node, Value.Stream.channelsLast(name, result));
  }

  /** Zeros around the tensor and between its positions; the channels, which are last, have none. */
  private Attributes spread(List<Integer> around) {
    List<Integer> padding = new ArrayList<>(around);
    padding.add(directions(), 0);
    padding.add(0);
    List<Integer> gaps = new ArrayList<>(strides.stream().map(stride -> stride - 1).toList());
    gaps.add(0);
    return Attributes.NONE
        .with("padding", Windows.sequence(padding))
        .with("gaps", Windows.sequence(gaps));
  }

  /**
   * Weights of inputs x outputs of a group x directions as outputs x directions, turned around, x
   * inputs of a group.
   */
  private RealTensor turned(int channels) {
    int each = weights.extents().get(1);
    int inGroup = channels / groups;
    int places = kernel.stream().reduce(1, (size, extent) -> size * extent);
    List<Integer> extents = new ArrayList<>(kernel);
    extents.addFirst(groups * each);
    extents.addLast(inGroup);
    double[] turned = new double[weights.size()];
    for (int o = 0; o < groups * each; o++) {
      for (int p = 0; p < places; p++) {
        for (int c = 0; c < inGroup; c++) {
          int from = ((o / each * inGroup + c) * each + o % each) * places + places - 1 - p;
          turned[(o * places + p) * inGroup + c] = weights.real(from);
        }
      }
    }
    return RealTensor.of(new Shape(extents), turned);
  }
}
