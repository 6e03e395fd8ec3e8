package dev.backplane.compiler.library.position;

import dev.backplane.compiler.LoweredComponent;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Gives the index of the largest element along the last axis, the first of them if several are. The
 * output lacks the last axis, or has one element if that was the only axis. Indices have the
 * attribute {@code width} bits, or as few as they need.
 */
public final class Argmax extends LoweredComponent {
  private static final String TYPE = "argmax";

  /** For the plugin loader. */
  public Argmax() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "where along the last axis the largest element is, the first of several")
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
    List<Integer> extents = inputs.getFirst().shape().extents();
    return new TensorType(
        shape(inputs.getFirst().shape()), IndexFormat.of(node.attributes(), extents.getLast()));
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    int extent = inputs.getFirst().shape().extents().getLast();
    return arguments -> {
      long[] input = arguments.getFirst();
      long[] result = new long[input.length / extent];
      for (int i = 0; i < result.length; i++) {
        int best = i * extent;
        for (int j = best + 1; j < (i + 1) * extent; j++) {
          best = input[j] > input[best] ? j : best;
        }
        result[i] = best - (long) i * extent;
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    int extent = input.shape().extents().getLast();
    double[] result = new double[input.size() / extent];
    for (int i = 0; i < result.length; i++) {
      int best = i * extent;
      for (int j = best + 1; j < (i + 1) * extent; j++) {
        best = input.get(j) > input.get(best) ? j : best;
      }
      result[i] = best % extent;
    }
    return RealTensor.of(shape(input.shape()), result);
  }

  private static Shape shape(Shape input) {
    List<Integer> others = input.extents().subList(0, input.extents().size() - 1);
    return others.isEmpty() ? Shape.of(1) : new Shape(others);
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    int extent = node.input().shape().extents().getLast();
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("IN_WIDTH", node.input().format().width());
    parameters.put("OUT_WIDTH", node.output().format().width());
    parameters.put("EXTENT", extent);
    parameters.put("COUNT_WIDTH", Rom.indexWidth(extent));
    return List.of(
        new HdlInstance("backplane_argmax", true, parameters, List.of("backplane_argmax")));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(
        "argmax",
        Attributes.NONE.with("shape", node.output().shape().asAttribute()),
        List.of("position.py"));
  }
}
