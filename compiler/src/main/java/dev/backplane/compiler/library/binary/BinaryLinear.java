package dev.backplane.compiler.library.binary;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.hdl.RomUnit;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.List;

/**
 * A linear layer whose inputs and weights are signs: every output is the sum of the signs of all
 * inputs times its weights, which is how many are equal less how many differ. A zero counts as
 * positive.
 *
 * <p>Attributes: {@code weights} (-1 or 1, outputs x inputs; reals before quantisation, of which
 * the sign counts); {@code width} of the outputs, which are whole numbers and saturated; {@code
 * lanes}, how many signs hardware compares at a time, all if it is not there.
 */
public final class BinaryLinear extends LoweredComponent {
  private static final String TYPE = "binary_linear";

  /** For the plugin loader. */
  public BinaryLinear() {}

  @Override
  protected void extend(Compiler compiler) {
    super.extend(compiler);
    keep(
        compiler
            .quantize()
            .handlers()
            .register(TYPE, typed -> BinaryLayer.withSigns(typed.node())));
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("a linear layer whose inputs and weights are signs")
        .with(BinaryLayer.described("-1 or 1, outputs x inputs"));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    BinaryLayer layer = layer(node, inputs.getFirst().shape());
    return new TensorType(Shape.of(layer.outputs()), layer.output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    BinaryLayer layer = layer(node, inputs.getFirst().shape());
    return arguments -> {
      long[] result = new long[layer.outputs()];
      layer.compute(arguments.getFirst(), result, 0);
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    BinaryLayer layer = layer(BinaryLayer.withSigns(node), inputs.getFirst().shape());
    long[] sums = new long[layer.outputs()];
    layer.compute(BinaryLayer.signs(inputs.getFirst()), sums, 0);
    return RealTensor.of(Shape.of(layer.outputs()), Arrays.stream(sums).asDoubleStream().toArray());
  }

  private static BinaryLayer layer(Node node, Shape input) {
    Shape weights = node.attributes().get("weights", IntegerTensor.class).shape();
    int inputs = input.size();
    int outputs = weights.extents().getFirst();
    if (!weights.equals(Shape.of(outputs, inputs))) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute weights",
          "weights are outputs x " + inputs + " inputs, not " + weights);
    }
    return BinaryLayer.of(node.attributes(), outputs);
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    BinaryLayer layer = layer(node.node(), node.input().shape());
    return List.of(
        RomUnit.of(
            node,
            "A layer of signs with "
                + layer.inputs()
                + " inputs and "
                + layer.outputs()
                + " outputs.",
            layer.instance(node.input().format().width()),
            List.of(layer.rom())));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    BinaryLayer layer = layer(node.node(), node.input().shape());
    return new TorchCall(
        "binary_linear",
        Attributes.NONE.with("weights", layer.weights()).with("width", layer.output().width()),
        List.of("binary.py"));
  }
}
