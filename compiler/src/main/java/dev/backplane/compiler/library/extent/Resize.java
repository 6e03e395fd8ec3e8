package dev.backplane.compiler.library.extent;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A tensor that is larger by whole factors: each index along an axis is repeated. The attribute
 * {@code factors} has one for each axis. The format is that of the input.
 */
public final class Resize extends LoweredComponent {
  private static final String TYPE = "resize";
  private static final String FACTORS = "factors";

  /** For the plugin loader. */
  public Resize() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("each index along an axis several times")
        .with(
            AttributeDescription.needed(
                FACTORS, Kind.WHOLES, "how many times, for each axis of the input"));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  private static List<Integer> factors(Node node, Shape input) {
    return Layout.checked(FACTORS, node.attributes().integers(FACTORS), input.extents().size(), 1);
  }

  private static Shape output(Node node, Shape input) {
    List<Integer> factors = factors(node, input);
    List<Integer> extents = input.extents();
    for (int axis = 0; axis < factors.size(); axis++) {
      int extent = Math.clamp((long) extents.get(axis) * factors.get(axis), 1, Integer.MAX_VALUE);
      extents = Layout.with(extents, axis, extent);
    }
    return new Shape(extents);
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    return new TensorType(output(node, input.shape()), input.format());
  }

  /** The outermost axis comes first: so its memory has no element twice. */
  private static List<RepeatUnit> units(Node node, Shape input) {
    List<Integer> factors = factors(node, input);
    List<RepeatUnit> units = new ArrayList<>();
    for (int axis = 0; axis < factors.size(); axis++) {
      if (factors.get(axis) > 1) {
        units.add(new RepeatUnit(Layout.run(input.extents(), axis), factors.get(axis)));
      }
    }
    return units.isEmpty() ? List.of(new RepeatUnit(1, 1)) : units;
  }

  /** The places in the input of the elements of the output. */
  private static int[] places(Node node, Shape input) {
    int[] places = new int[output(node, input).size()];
    List<RepeatUnit> units = units(node, input).reversed();
    Arrays.setAll(
        places,
        at -> {
          int place = at;
          for (RepeatUnit unit : units) {
            place = unit.place(place);
          }
          return place;
        });
    return places;
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    int[] places = places(node, inputs.getFirst().shape());
    return arguments -> Arrays.stream(places).mapToLong(at -> arguments.getFirst()[at]).toArray();
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    int[] places = places(node, input.shape());
    return RealTensor.of(
        output(node, input.shape()), Arrays.stream(places).mapToDouble(input::get).toArray());
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    int width = node.input().format().width();
    List<RepeatUnit> units = units(node.node(), node.input().shape());
    List<HdlPart> parts = new ArrayList<>();
    for (RepeatUnit unit : units.subList(0, units.size() - 1)) {
      parts.add(new HdlSection(unit.instance(width), width));
    }
    parts.add(units.getLast().instance(width));
    return parts;
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(
        TYPE,
        Attributes.NONE.with(
            FACTORS, node.node().attributes().get(FACTORS, Attribute.Sequence.class)),
        List.of("extent.py"));
  }
}
