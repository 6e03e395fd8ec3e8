package dev.backplane.compiler.library.position;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/**
 * The indices along the attribute {@code axis}, the first one if it is not there, from the last to
 * the first. Hardware keeps two tensors in memory, one that comes in and one that goes out.
 */
public final class Reverse extends LoweredComponent {
  private static final String TYPE = "reverse";
  private static final String UNIT = "backplane_frame_ram";
  private static final int MAX_SIZE = 1 << 20;

  /** For the plugin loader. */
  public Reverse() {}

  /**
   * A tensor as groups of indices, each a run of elements.
   *
   * @param groups how many groups there are
   * @param extent how many indices a group has
   * @param run how many elements an index has
   */
  private record Groups(int groups, int extent, int run) {
    static Groups of(Attributes attributes, Shape input) {
      List<Integer> extents = input.extents();
      int axis = axis(attributes);
      if (axis < 0 || axis >= extents.size()) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute axis",
            "the input " + input + " has axes 0 to " + (extents.size() - 1));
      }
      if (input.size() > MAX_SIZE) {
        throw new CompilerException(
            CompilerError.SHAPE_MISMATCH,
            "",
            "the input " + input + " is kept in memory; it has " + MAX_SIZE + " at most");
      }
      int run = 1;
      for (int extent : extents.subList(axis + 1, extents.size())) {
        run *= extent;
      }
      int extent = extents.get(axis);
      return new Groups(input.size() / (extent * run), extent, run);
    }

    /** The place in the input of an element of the output. */
    int place(int at) {
      int group = extent * run;
      int index = extent - 1 - at / run % extent;
      return at / group * group + index * run + at % run;
    }
  }

  private static int axis(Attributes attributes) {
    return attributes.has("axis") ? attributes.integer("axis") : 0;
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the indices along an axis from the last to the first")
        .with(AttributeDescription.optional("axis", Kind.WHOLE, "0", "the axis, from 0"));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    Groups.of(node.attributes(), inputs.getFirst().shape());
    return inputs.getFirst();
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Groups groups = Groups.of(node.attributes(), output.shape());
    return arguments -> {
      long[] result = new long[output.shape().size()];
      Arrays.setAll(result, at -> arguments.getFirst()[groups.place(at)]);
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    Groups groups = Groups.of(node.attributes(), input.shape());
    return RealTensor.of(
        input.shape(),
        IntStream.range(0, input.size()).mapToDouble(at -> input.get(groups.place(at))).toArray());
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Shape shape = node.input().shape();
    Groups groups = Groups.of(node.node().attributes(), shape);
    int last = (groups.extent() - 1) * groups.run();
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", node.input().format().width());
    parameters.put("SIZE", shape.size());
    parameters.put("ADDRESS_WIDTH", Rom.indexWidth(shape.size()));
    parameters.put("START", last);
    parameters.put("EXTENT_0", 1);
    parameters.put("JUMP_0", 0);
    parameters.put("EXTENT_1", groups.groups());
    // From the end of the first index to the begin of the last one of the next group.
    parameters.put(
        "JUMP_1",
        groups.groups() == 1 ? 0 : 1 - groups.run() + groups.extent() * groups.run() + last);
    parameters.put("EXTENT_2", groups.extent());
    parameters.put("JUMP_2", groups.extent() == 1 ? 0 : 1 - 2 * groups.run());
    parameters.put("EXTENT_3", groups.run());
    parameters.put("JUMP_3", 1);
    return List.of(new HdlInstance(UNIT, true, parameters, List.of(UNIT)));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(
        TYPE, Attributes.NONE.with("axis", axis(node.node().attributes())), List.of("position.py"));
  }
}
