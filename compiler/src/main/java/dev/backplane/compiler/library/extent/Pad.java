package dev.backplane.compiler.library.extent;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A tensor with a constant around it, and between its elements. Attributes: {@code padding}, how
 * many indices are before it along each axis, and then behind it; {@code gaps}, how many are
 * between two of its own along each axis, none if it is not there; {@code value}, the constant, a
 * real number that is rounded into the input's format, 0 if it is not there. The format is that of
 * the input.
 */
public final class Pad extends LoweredComponent {
  private static final String TYPE = "pad";
  private static final String VALUE = "value";

  /** For the plugin loader. */
  public Pad() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("a tensor with a constant around it, and between its elements")
        .with(
            AttributeDescription.needed(
                "padding", Kind.WHOLES, "how many indices before it along each axis, then behind"))
        .with(
            AttributeDescription.optional(
                "gaps", Kind.WHOLES, "0", "how many between two indices along each axis"))
        .with(AttributeDescription.optional(VALUE, Kind.REAL, "0.0", "the constant"));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  private static double value(Node node) {
    return node.attributes()
        .find(VALUE, Attribute.Real.class)
        .map(Attribute.Real::value)
        .orElse(0.0);
  }

  private static int value(Node node, FixedPoint input) {
    return (int) input.quantize(value(node));
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    value(node);
    return new TensorType(Padding.of(node.attributes(), input.shape()).output(), input.format());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    TensorType input = inputs.getFirst();
    int[] places = Padding.of(node.attributes(), input.shape()).places();
    int value = value(node, input.format());
    return arguments -> {
      long[] result = new long[output.shape().size()];
      Arrays.fill(result, value);
      for (int i = 0; i < places.length; i++) {
        result[places[i]] = arguments.getFirst()[i];
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    Padding padding = Padding.of(node.attributes(), input.shape());
    double[] result = new double[padding.output().size()];
    Arrays.fill(result, value(node));
    int[] places = padding.places();
    for (int i = 0; i < places.length; i++) {
      result[places[i]] = input.get(i);
    }
    return RealTensor.of(padding.output(), result);
  }

  /** The innermost axis comes first: the runs of the others have its padding in them. */
  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Padding padding = Padding.of(node.node().attributes(), node.input().shape());
    int width = node.input().format().width();
    int value = value(node.node(), node.input().format());
    List<Integer> axes =
        new ArrayList<>(
            IntStream.range(0, padding.gaps().size()).filter(padding::changes).boxed().toList());
    if (axes.isEmpty()) {
      axes.add(0);
    }
    List<HdlPart> parts = new ArrayList<>();
    for (int axis : axes.subList(1, axes.size()).reversed()) {
      parts.add(new HdlSection(padding.instance(axis, width, value), width));
    }
    parts.add(padding.instance(axes.getFirst(), width, value));
    return parts;
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    Padding padding = Padding.of(node.node().attributes(), node.input().shape());
    long[] places = Arrays.stream(padding.places()).asLongStream().toArray();
    return new TorchCall(
        TYPE,
        Attributes.NONE
            .with("shape", node.output().shape().asAttribute())
            .with("places", IntegerTensor.of(Shape.of(places.length), places))
            .with(VALUE, value(node.node(), node.input().format())),
        List.of("extent.py"));
  }
}
