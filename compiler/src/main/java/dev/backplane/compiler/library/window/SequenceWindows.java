package dev.backplane.compiler.library.window;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.ArrayList;
import java.util.List;

/** Windows of a sequence as they are: of length, or length x channels, windows x points of each. */
abstract class SequenceWindows extends LoweredComponent {
  private final String type;
  private final String points;
  private final String step;

  /**
   * Windows whose length and whose step are attributes of these names.
   *
   * @param type the type of the nodes
   * @param points how many points a window has
   * @param step the step, 1 if it is not there
   */
  SequenceWindows(String type, String points, String step) {
    this.type = type;
    this.points = points;
    this.step = step;
  }

  @Override
  public final String type() {
    return type;
  }

  /** {@return the layout on a sequence of windows of {@code count} points with this step} */
  abstract Axis axis(int length, int count, int stepSize);

  private Window window(Node node, Shape input) {
    List<Integer> extents = input.extents();
    if (extents.size() > 2) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          "the input is " + input + " and must be length, or length x channels");
    }
    int length = extents.getFirst();
    Attributes attributes = node.attributes();
    int count = positive(points, attributes.integer(points));
    int stepSize =
        attributes.find(step, Attribute.Whole.class).isPresent()
            ? positive(step, attributes.integer(step))
            : 1;
    Axis axis = axis(length, count, count == 1 && stepSize > length ? length : stepSize);
    if ((count - 1L) * axis.dilation() >= length) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute " + points,
          "a window reaches over "
              + ((count - 1L) * axis.dilation() + 1)
              + " points, and the input has "
              + length);
    }
    return new Window(axis, Axis.NONE, extents.size() == 1 ? 1 : extents.getLast(), 1);
  }

  private static int positive(String name, int value) {
    if (value < 1) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_INVALID,
          "attribute " + name,
          value + " is too small; it must be 1 at least");
    }
    return value;
  }

  @Override
  public final boolean allowsScale() {
    return true;
  }

  @Override
  public final TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    Window window = window(node, input.shape());
    return new TensorType(resultShape(window, input.shape()), input.format());
  }

  private static Shape resultShape(Window window, Shape input) {
    List<Integer> extents = new ArrayList<>();
    extents.add(window.windows());
    extents.add(window.rows().kernel());
    extents.addAll(input.extents().subList(1, input.extents().size()));
    return new Shape(extents);
  }

  @Override
  public final Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    int[] places = places(window(node, inputs.getFirst().shape()));
    return arguments -> {
      long[] results = new long[places.length];
      for (int i = 0; i < results.length; i++) {
        results[i] = arguments.getFirst()[places[i]];
      }
      return results;
    };
  }

  @Override
  public final RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    Window window = window(node, input.shape());
    int[] places = places(window);
    double[] results = new double[places.length];
    for (int i = 0; i < results.length; i++) {
      results[i] = input.get(places[i]);
    }
    return RealTensor.of(resultShape(window, input.shape()), results);
  }

  /** {@return the position in the input of each element of the result; there is no padding} */
  private static int[] places(Window window) {
    int[] ofOne = new int[window.groupSize()];
    int[] places = new int[Shape.of(window.windows(), ofOne.length).size()];
    for (int w = 0; w < window.windows(); w++) {
      window.places(w, 0, ofOne);
      System.arraycopy(ofOne, 0, places, w * ofOne.length, ofOne.length);
    }
    return places;
  }

  @Override
  protected final List<HdlPart> hardware(HdlNode node) {
    Window window = window(node.node(), node.input().shape());
    int width = node.input().format().width();
    return List.of(new WindowUnit(window, width, 0).instance());
  }

  @Override
  protected final TorchCall torch(TorchNode node) {
    return new TorchCall(
        "sequence_windows",
        window(node.node(), node.input().shape()).pythonArguments(node.output().shape()),
        List.of("windows.py"));
  }
}
