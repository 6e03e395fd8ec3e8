package dev.backplane.compiler.library.window;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.LinearLayer;
import dev.backplane.compiler.library.MatrixUnit;
import java.util.List;

/**
 * A convolution, checked: windows, and a layer that sums each of them, with a block for each group.
 *
 * @param window how the windows lie
 * @param layer what is computed of one
 * @param simd how many elements of a window are taken in a clock
 */
record ConvolutionLayer(Window window, LinearLayer layer, int simd) {

  static ConvolutionLayer of(Node node, TensorType input, int directions) {
    Attributes attributes = node.attributes();
    IntegerTensor weights = attributes.get("weights", IntegerTensor.class);
    Window window = window(attributes, weights.shape(), input.shape(), directions);
    int outputs = weights.shape().extents().getFirst();
    IntegerTensor rows =
        IntegerTensor.of(Shape.of(outputs, weights.size() / outputs), weights.toArray());
    ConvolutionLayer convolution =
        new ConvolutionLayer(
            window,
            LinearLayer.of(attributes, rows, window.groups(), input.format()),
            Math.max(1, MatrixUnit.simd(attributes)));
    if (convolution.isOfWholeWindows() && !LinesUnit.fits(window)) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute " + MatrixUnit.SIMD,
          convolution.simd
              + " does not divide the "
              + convolution.groupChannels()
              + " channels of a group, as it has to with groups or dilation");
    }
    return convolution;
  }

  private int groupChannels() {
    return window.channels() / window.groups();
  }

  /** {@return whether a clock takes elements of several places of a window} */
  boolean isOfWholeWindows() {
    return groupChannels() % simd != 0;
  }

  /** {@return the layout of the windows of a convolution with weights of this shape} */
  static Window window(Attributes attributes, Shape weights, Shape input, int directions) {
    List<Integer> extents = weights.extents();
    if (extents.size() != directions + 2) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          "weights are outputs x "
              + (directions == 1 ? "length" : "height x width")
              + " x channels of a group, not "
              + weights);
    }
    int groups =
        attributes.find("groups", Attribute.Whole.class).isPresent()
            ? attributes.integer("groups")
            : 1;
    return Window.of(
        attributes,
        input,
        extents.subList(1, directions + 1),
        "weights",
        channels -> groups(groups, channels, extents.getFirst(), extents.getLast()));
  }

  private static int groups(int groups, int channels, int outputs, int weightChannels) {
    if (groups < 1 || channels % groups != 0 || outputs % groups != 0) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute groups",
          groups
              + " does not divide the "
              + channels
              + " channels and the "
              + outputs
              + " outputs into groups");
    }
    if (weightChannels != channels / groups) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          "they have "
              + weightChannels
              + " channels, and a group of the input has "
              + channels / groups);
    }
    return groups;
  }

  int outputs() {
    return layer.blocks() * layer.outputs();
  }
}
