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
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/**
 * The axes of a tensor in another order: axis i of the result is axis {@code order[i]} of the
 * input. Hardware keeps two tensors in memory, one that comes in and one that goes out.
 */
public final class Permute extends LoweredComponent {
  private static final String TYPE = "permute";
  private static final int MAX_SIZE = 1 << 20;

  /** For the plugin loader. */
  public Permute() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the axes of a tensor in another order")
        .with(
            AttributeDescription.needed(
                "order", Kind.WHOLES, "for each axis of the result, which one of the input it is"));
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
    TensorType input = inputs.getFirst();
    if (input.shape().size() > MAX_SIZE) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          "the input " + input.shape() + " is kept in memory; it has " + MAX_SIZE + " at most");
    }
    Permutation permutation = Permutation.of(node.attributes(), input.shape());
    return new TensorType(new Shape(permutation.extents()), input.format());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    int[] positions = Permutation.of(node.attributes(), inputs.getFirst().shape()).positions();
    return arguments -> {
      long[] input = arguments.getFirst();
      long[] result = new long[input.length];
      for (int i = 0; i < result.length; i++) {
        result[i] = input[positions[i]];
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    Permutation permutation = Permutation.of(node.attributes(), input.shape());
    return RealTensor.of(
        new Shape(permutation.extents()),
        IntStream.of(permutation.positions()).mapToDouble(input::get).toArray());
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Shape shape = node.input().shape();
    Permutation permutation = Permutation.of(node.node().attributes(), shape);
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", node.input().format().width());
    parameters.put("SIZE", shape.size());
    parameters.put("ADDRESS_WIDTH", Rom.indexWidth(shape.size()));
    for (int axis = 0; axis < Permutation.MAX_AXES; axis++) {
      parameters.put("EXTENT_" + axis, permutation.extent(axis));
      parameters.put("JUMP_" + axis, permutation.jump(axis));
    }
    return List.of(
        new HdlInstance("backplane_frame_ram", true, parameters, List.of("backplane_frame_ram")));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(
        "permute",
        Attributes.NONE.with(
            "order", node.node().attributes().get("order", Attribute.Sequence.class)),
        List.of("position.py"));
  }
}
