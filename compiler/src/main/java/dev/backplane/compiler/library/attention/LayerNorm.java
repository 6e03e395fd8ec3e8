package dev.backplane.compiler.library.attention;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.List;

/**
 * The distance of each element from the average along the last axis, divided by the standard
 * deviation there. Attributes: {@code epsilon}, a real number that is added to the variance,
 * 0.00001 if it is not there; {@code width} and {@code fraction} of the output, those of the input
 * if they are not there.
 */
public final class LayerNorm extends LoweredComponent {
  private static final String TYPE = "layer_norm";

  /** For the plugin loader. */
  public LayerNorm() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "each element less the average along the last axis, by the standard deviation there")
        .with(
            AttributeDescription.optional(
                Deviation.EPSILON, Kind.REAL, "0.00001", "a number that is added to the variance"))
        .with(OutputFormat.optional());
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    return new TensorType(input.shape(), Deviation.of(node.attributes(), input).output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Deviation deviation = Deviation.of(node.attributes(), inputs.getFirst());
    return arguments -> {
      long[] result = arguments.getFirst().clone();
      for (int begin = 0; begin < result.length; begin += deviation.count()) {
        deviation.divide(result, begin);
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    double epsilon = Deviation.epsilon(node.attributes());
    int count = input.shape().extents().getLast();
    double[] result = input.toArray();
    for (int begin = 0; begin < result.length; begin += count) {
      double average = 0;
      for (int i = begin; i < begin + count; i++) {
        average += result[i] / count;
      }
      double variance = 0;
      for (int i = begin; i < begin + count; i++) {
        result[i] -= average;
        variance += result[i] * result[i] / count;
      }
      for (int i = begin; i < begin + count; i++) {
        result[i] /= Math.sqrt(variance + epsilon);
      }
    }
    return RealTensor.of(input.shape(), result);
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    return List.of(Deviation.of(node.node().attributes(), node.input()).instance());
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    Deviation deviation = Deviation.of(node.node().attributes(), node.input());
    return new TorchCall(
        TYPE,
        Attributes.NONE
            .with("root_shift", deviation.rootShift())
            .with("epsilon", deviation.addend())
            .with("factor", deviation.factor())
            .with("width", deviation.output().width()),
        List.of("attention.py"));
  }
}
