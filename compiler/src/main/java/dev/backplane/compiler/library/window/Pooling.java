package dev.backplane.compiler.library.window;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** One number of each window and channel. Windows that do not fit whole are left out. */
abstract class Pooling extends LoweredComponent {
  private final String type;
  private final int directions;

  Pooling(String type, int directions) {
    this.type = type;
    this.directions = directions;
  }

  @Override
  public final String type() {
    return type;
  }

  static AttributeDescription kernel() {
    return AttributeDescription.needed(
        "kernel", Kind.WHOLES, "the size of a window, in each direction");
  }

  final Window window(Node node, Shape input) {
    Attributes attributes = node.attributes();
    List<Integer> kernel = attributes.integers("kernel");
    if (kernel.size() != directions || kernel.stream().anyMatch(extent -> extent < 1)) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute kernel",
          kernel + " must be " + directions + " positive numbers");
    }
    if (attributes.has("dilation")) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID, "attribute dilation", "pooling has none; remove it");
    }
    return Window.of(attributes, input, kernel, "kernel", channels -> channels);
  }

  /** {@return how many channels of windows move in a clock: as many as come, if they are whole} */
  static int beat(HdlNode node, Window window) {
    int beat = node.beat();
    return window.channels() % beat == 0 ? beat : 1;
  }

  static Shape resultShape(Window window, Shape input) {
    return window.resultShape(input, window.channels());
  }

  final RealTensor evaluate(
      Node node, RealTensor input, double padding, ToDoubleFunction<double[]> reduction) {
    Window window = window(node, input.shape());
    WindowReader reader = new WindowReader(window);
    double[] tensor = input.toArray();
    double[] elements = new double[window.groupSize()];
    double[] results = new double[window.windows() * window.channels()];
    for (int i = 0; i < results.length; i++) {
      reader.read(tensor, i / window.channels(), i % window.channels(), padding, elements);
      results[i] = reduction.applyAsDouble(elements);
    }
    return RealTensor.of(resultShape(window, input.shape()), results);
  }
}
