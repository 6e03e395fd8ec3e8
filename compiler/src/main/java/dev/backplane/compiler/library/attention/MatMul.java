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
 * The products of matrices, which are the last two axes of two tensors; axes before them are the
 * same in both. Sums are exact, and put into the output's format once. Attributes: {@code
 * transposed}, 1 if the second has the rows of its matrices as columns; {@code width} and {@code
 * fraction} of the output, those of the first input if they are not there.
 */
public final class MatMul extends LoweredComponent {
  private static final String TYPE = "matmul";

  /** For the plugin loader. */
  public MatMul() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the products of matrices, which are the last two axes")
        .with(
            AttributeDescription.optional(
                MatrixProduct.TRANSPOSED,
                Kind.WHOLE,
                "0",
                "1 if the second input has rows as columns, 0 if not"))
        .with(OutputFormat.optional());
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
  public TensorType infer(Node node, List<TensorType> inputs) {
    return MatrixProduct.of(node.attributes(), inputs).type();
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    MatrixProduct product = MatrixProduct.of(node.attributes(), inputs);
    MatrixExtents extents = product.extents();
    return arguments -> {
      long[] result = new long[output.shape().size()];
      for (int i = 0; i < result.length; i++) {
        long sum = 0;
        for (int k = 0; k < extents.inner(); k++) {
          sum +=
              arguments.getFirst()[extents.first(i, k)] * arguments.getLast()[extents.second(i, k)];
        }
        result[i] = product.result(sum);
      }
      return result;
    };
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor first = inputs.getFirst();
    RealTensor second = inputs.getLast();
    MatrixExtents extents = MatrixExtents.of(node.attributes(), first.shape(), second.shape());
    double[] result = new double[extents.shape().size()];
    for (int i = 0; i < result.length; i++) {
      for (int k = 0; k < extents.inner(); k++) {
        result[i] += first.get(extents.first(i, k)) * second.get(extents.second(i, k));
      }
    }
    return RealTensor.of(extents.shape(), result);
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    return List.of(MatrixProduct.of(node.node().attributes(), node.inputs()).instance());
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    MatrixProduct product = MatrixProduct.of(node.node().attributes(), node.inputs());
    return new TorchCall(
        TYPE,
        Attributes.NONE
            .with(MatrixProduct.TRANSPOSED, product.extents().isTransposed() ? 1 : 0)
            .with("scale", product.scale())
            .with("shift", product.shift())
            .with("width", product.output().width()),
        List.of("attention.py"));
  }
}
