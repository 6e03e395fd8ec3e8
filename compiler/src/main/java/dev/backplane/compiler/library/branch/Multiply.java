package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongBinaryOperator;

/**
 * The product of two tensors, element by element, exactly, put into the output's format once. They
 * have one shape, or one of them has an extent of 1 along axes that follow each other, and its
 * elements are repeated there: channels for each position, or a position for each channel.
 * Attributes: {@code width} and {@code fraction} of the output, those of the first input if they
 * are not there.
 */
public final class Multiply extends LoweredComponent {
  private static final String TYPE = "multiply";

  /** For the plugin loader. */
  public Multiply() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of(
            "the product of two tensors, element by element; those of a smaller one are repeated")
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
    return Multiplication.of(node.attributes(), inputs).type();
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    Multiplication product = Multiplication.of(node.attributes(), inputs);
    Broadcast broadcast = product.broadcast();
    LongBinaryOperator products = product.products();
    return arguments -> {
      long[] first = arguments.getFirst();
      long[] second = arguments.getLast();
      long[] result = new long[output.shape().size()];
      Arrays.setAll(
          result,
          at ->
              products.applyAsLong(
                  first[broadcast.first().place(at)], second[broadcast.second().place(at)]));
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor first = inputs.getFirst();
    RealTensor second = inputs.getLast();
    Broadcast broadcast = Broadcast.of(first.shape(), second.shape());
    double[] result = new double[broadcast.shape().size()];
    Arrays.setAll(
        result,
        at -> first.get(broadcast.first().place(at)) * second.get(broadcast.second().place(at)));
    return RealTensor.of(broadcast.shape(), result);
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    Multiplication product = Multiplication.of(node.node().attributes(), node.inputs());
    int axes = node.output().shape().extents().size();
    return new TorchCall(
        TYPE,
        Attributes.NONE
            .with("first_shape", padded(node.inputs().getFirst(), axes).asAttribute())
            .with("second_shape", padded(node.inputs().getLast(), axes).asAttribute())
            .merge(product.pythonArguments()),
        List.of("multiply.py"));
  }

  private static Shape padded(TensorType type, int axes) {
    return new Shape(Broadcast.padded(type.shape(), axes));
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    return Multiplication.of(node.node().attributes(), node.inputs()).hardware(node);
  }
}
