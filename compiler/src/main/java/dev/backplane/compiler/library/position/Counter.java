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
import dev.backplane.compiler.ir.IntegerTensor;
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
 * Counts: each element is replaced by its position, from 0 on in each tensor. The position is the
 * index along the attribute {@code axis}, or without it the place in row-major order. The numbers
 * have the attribute {@code width} bits, or as few as they need.
 */
public final class Counter extends LoweredComponent {
  private static final String TYPE = "counter";

  /** For the plugin loader. */
  public Counter() {}

  /** Counts to the extent, one further after each run of elements. */
  private record Count(int extent, int run) {
    static Count of(Node node, Shape input) {
      List<Integer> extents = input.extents();
      if (!node.attributes().has("axis")) {
        return new Count(input.size(), 1);
      }
      int axis = node.attributes().integer("axis");
      if (axis < 0 || axis >= extents.size()) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            "attribute axis",
            "the input " + input + " has axes 0 to " + (extents.size() - 1));
      }
      int run = 1;
      for (int extent : extents.subList(axis + 1, extents.size())) {
        run *= extent;
      }
      return new Count(extents.get(axis), run);
    }

    int at(int position) {
      return position / run % extent;
    }
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the position of each element instead of the element")
        .with(
            AttributeDescription.optional(
                "axis",
                Kind.WHOLE,
                "the place in row-major order",
                "along which axis positions count"))
        .with(IndexFormat.described());
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
    Count count = Count.of(node, input.shape());
    return new TensorType(input.shape(), IndexFormat.of(node.attributes(), count.extent()));
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Count count = Count.of(node, inputs.getFirst().shape());
    return arguments -> {
      long[] result = new long[arguments.getFirst().length];
      for (int i = 0; i < result.length; i++) {
        result[i] = count.at(i);
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    Shape shape = inputs.getFirst().shape();
    Count count = Count.of(node, shape);
    return RealTensor.of(shape, IntStream.range(0, shape.size()).mapToDouble(count::at).toArray());
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    Count count = Count.of(node.node(), node.input().shape());
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", node.input().format().width());
    parameters.put("OUT_WIDTH", node.output().format().width());
    parameters.put("EXTENT", count.extent());
    parameters.put("COUNT_WIDTH", Rom.indexWidth(count.extent()));
    parameters.put("RUN", count.run());
    parameters.put("RUN_WIDTH", Rom.indexWidth(count.run()));
    return List.of(
        new HdlInstance("backplane_counter", true, parameters, List.of("backplane_counter")));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    long[] any = new long[node.input().shape().size()];
    long[] positions = prepare(node.node(), node.inputs(), node.output()).apply(List.of(any));
    return new TorchCall(
        "counter",
        Attributes.NONE.with("positions", IntegerTensor.of(node.output().shape(), positions)),
        List.of("position.py"));
  }
}
