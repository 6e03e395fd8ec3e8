package dev.backplane.compiler.library.branch;

import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.library.OutputFormat;
import dev.backplane.compiler.torch.TorchCall;
import dev.backplane.compiler.torch.TorchNode;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Two tensors or more, one behind the other along an axis, put into the output's format once.
 * Attributes: {@code axis}, the last one if it is not there; {@code width} and {@code fraction} of
 * the output, those of the first input if they are not there.
 */
public final class Concat extends LoweredComponent {
  private static final String TYPE = "concat";

  /** For the plugin loader. */
  public Concat() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("two tensors or more, one behind the other along an axis")
        .with(AttributeDescription.optional("axis", Kind.WHOLE, "the last one", "the axis, from 0"))
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
  public boolean mayHaveMoreInputs() {
    return true;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    return Concatenation.of(node.attributes(), inputs).output();
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    return Concatenation.of(node.attributes(), inputs)::elements;
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    Runs runs = Runs.of(node.attributes(), inputs.stream().map(RealTensor::shape).toList());
    double[] result = new double[runs.shape().size()];
    runs.forEach((at, input, index) -> result[at] = inputs.get(input).get(index));
    return RealTensor.of(runs.shape(), result);
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    Concatenation all = Concatenation.of(node.node().attributes(), node.inputs());
    List<Attribute> scales =
        IntStream.range(0, node.inputs().size())
            .<Attribute>mapToObj(input -> new Attribute.Whole(all.alignment().scale(input)))
            .toList();
    return new TorchCall(
        TYPE,
        Attributes.NONE
            .with("axis", all.runs().axis())
            .with("scales", new Attribute.Sequence(scales))
            .with("shift", all.alignment().shift())
            .with("width", all.alignment().output().width()),
        List.of("concat.py"));
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    return Concatenation.of(node.node().attributes(), node.inputs()).parts();
  }
}
