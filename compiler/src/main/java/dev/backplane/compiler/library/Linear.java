package dev.backplane.compiler.library;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.hdl.QueueUnit;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.ArrayList;
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
public final class Linear extends LoweredComponent {
  private static final String TYPE = "linear";

  /** For the plugin loader. */
  public Linear() {}

  @Override
  protected void extend(Compiler compiler) {
    super.extend(compiler);
    keep(compiler.quantize().handlers().register(TYPE, LinearQuantization::quantize));
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "each output is its bias and the sum of all inputs times its weights")
        .with(LinearLayer.described("outputs x inputs"))
        .with(LinearLayer.describedLanes())
        .with(MatrixUnit.described());
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
    LinearLayer layer = layer(node, inputs.getFirst());
    return new TensorType(Shape.of(layer.outputs()), layer.output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    LinearLayer layer = layer(node, inputs.getFirst());
    LinearSums sums = new LinearSums(layer);
    return arguments -> {
      long[] result = new long[layer.outputs()];
      sums.compute(0, arguments.getFirst(), result, 0);
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor weights = RealWeights.of(node.attributes(), "weights", "weight_fraction");
    double[] input = inputs.getFirst().toArray();
    checkShape(weights.shape(), inputs.getFirst().shape());
    int outputs = weights.shape().extents().getFirst();
    double[] result = RealWeights.bias(node.attributes(), outputs);
    for (int o = 0; o < outputs; o++) {
      double sum = result[o];
      for (int i = 0, w = o * input.length; i < input.length; i++, w++) {
        sum += input[i] * weights.get(w);
      }
      result[o] = sum;
    }
    return RealTensor.of(Shape.of(outputs), result);
  }

  private static LinearLayer layer(Node node, TensorType input) {
    IntegerTensor weights = node.attributes().get("weights", IntegerTensor.class);
    checkShape(weights.shape(), input.shape());
    return LinearLayer.of(node.attributes(), weights, 1, input.format());
  }

  private static void checkShape(Shape weights, Shape input) {
    if (weights.extents().size() != 2) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          "weights are outputs x inputs, not " + weights);
    }
    if (weights.extents().getLast() != input.size()) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          "weights "
              + weights
              + " need an input of "
              + weights.extents().getLast()
              + " elements, and it is "
              + input);
    }
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    LinearLayer layer = layer(node.node(), node.input());
    String purpose =
        "A linear layer with " + layer.inputs() + " inputs and " + layer.outputs() + " outputs.";
    List<HdlPart> parts = new ArrayList<>();
    int simd = MatrixUnit.simd(node.node().attributes());
    if (simd > 0 && layer.lanes() < layer.outputs()) {
      // The next inputs come while outputs are summed that read these again.
      int width = layer.input().width();
      parts.add(
          new HdlSection(new QueueUnit(width, simd, layer.inputs() / simd).instance(), width));
    }
    parts.addAll(MatrixUnit.parts(node, purpose, layer));
    return parts;
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    LinearLayer layer = layer(node.node(), node.input());
    return new TorchCall(
        "linear",
        Attributes.NONE
            .with("weights", layer.weights())
            .with("bias", layer.biases())
            .merge(layer.pythonArguments()),
        List.of("linear.py"));
  }
}
