package dev.backplane.compiler.library;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerExtension;
import dev.backplane.compiler.component.Component;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;

/**
 * Every output is its bias and the sum of all inputs times its weights, exactly, put into the
 * output's format once.
 *
 * <p>Attributes: {@code weights} (integers, outputs x inputs) with {@code weight_width} and {@code
 * weight_fraction}; {@code bias} (integers, optional) with {@code bias_fraction}; {@code width} and
 * {@code fraction} of the outputs; {@code lanes}, how many outputs hardware sums at a time, all if
 * it is not there. Before quantisation weights and bias are reals.
 */
public final class Linear extends CompilerExtension implements Component {
  private static final String TYPE = "linear";

  /** For the plugin loader. */
  public Linear() {}

  @Override
  protected void extend(Compiler compiler) {
    keep(compiler.components().register(this));
    keep(compiler.quantize().handlers().register(TYPE, LinearQuantization::quantize));
    keep(compiler.resources().handlers().register(TYPE, LinearResources::of));
    keep(compiler.verilog().handlers().registerIterable(TYPE, Linear::verilog));
    keep(compiler.vhdl().handlers().registerIterable(TYPE, Linear::vhdl));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    LinearLayer layer = LinearLayer.of(node, inputs.getFirst());
    return new TensorType(Shape.of(layer.outputs()), layer.output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    LinearLayer layer = LinearLayer.of(node, inputs.getFirst());
    long[] weights = layer.weights().toArray();
    return arguments -> {
      long[] input = arguments.getFirst();
      long[] result = layer.biases().toArray();
      for (int o = 0; o < result.length; o++) {
        long sum = result[o];
        for (int i = 0, w = o * input.length; i < input.length; i++, w++) {
          sum += input[i] * weights[w];
        }
        result[o] = layer.output().requantize(sum, layer.sumFraction());
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor weights = RealWeights.of(node.attributes(), "weights", "weight_fraction");
    double[] input = inputs.getFirst().toArray();
    int outputs = weights.shape().extents().getFirst();
    LinearLayer.checkShape(weights.shape(), inputs.getFirst().shape());
    double[] result =
        node.attributes().has("bias")
            ? RealWeights.of(node.attributes(), "bias", "bias_fraction").toArray()
            : new double[outputs];
    if (result.length != outputs) {
      throw LinearLayer.biasShape(Shape.of(result.length), outputs);
    }
    for (int o = 0; o < outputs; o++) {
      double sum = result[o];
      for (int i = 0, w = o * input.length; i < input.length; i++, w++) {
        sum += input[i] * weights.get(w);
      }
      result[o] = sum;
    }
    return RealTensor.of(Shape.of(outputs), result);
  }

  private static List<HdlPart> verilog(HdlNode node) {
    return new LinearVerilog(LinearLayer.of(node.node(), node.input()), node.unit()).parts();
  }

  private static List<HdlPart> vhdl(HdlNode node) {
    return new LinearVhdl(LinearLayer.of(node.node(), node.input()), node.unit()).parts();
  }
}
