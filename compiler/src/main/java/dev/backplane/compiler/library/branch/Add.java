package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.List;

/**
 * The sum of two tensors of one shape, element by element, exactly, put into the output's format
 * once. Attributes: {@code width} and {@code fraction} of the output, those of the first input if
 * they are not there.
 */
public final class Add extends LoweredComponent {
  private static final String TYPE = "add";

  /** For the plugin loader. */
  public Add() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the sum of two tensors of one shape, element by element")
        .with(OutputFormat.optionalWithScale());
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public int inputs() {
    return 2;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    check(inputs.getFirst().shape(), inputs.getLast().shape());
    return new TensorType(
        inputs.getFirst().shape(), Addition.of(node.attributes(), inputs).output());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Addition addition = Addition.of(node.attributes(), inputs);
    return arguments -> {
      long[] result = new long[output.shape().size()];
      for (int i = 0; i < result.length; i++) {
        result[i] = addition.sum(arguments.getFirst()[i], arguments.getLast()[i]);
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    check(inputs.getFirst().shape(), inputs.getLast().shape());
    double[] result = inputs.getFirst().toArray();
    for (int i = 0; i < result.length; i++) {
      result[i] += inputs.getLast().get(i);
    }
    return RealTensor.of(inputs.getFirst().shape(), result);
  }

  private static void check(Shape first, Shape second) {
    if (!first.equals(second)) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          "the inputs are " + first + " and " + second + ", and must have one shape");
    }
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return Addition.of(node.node().attributes(), node.inputs()).call();
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    return List.of(Addition.of(node.node().attributes(), node.inputs()).instance());
  }
}
