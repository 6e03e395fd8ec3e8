package dev.backplane.compiler.library.extent;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.LoweredComponent;
import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;
import dev.backplane.compiler.component.Operation;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.hdl.Beats;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlNode;
import dev.backplane.compiler.hdl.HdlPart;
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
 * The same elements in the same order, with the extents of the attribute {@code shape}. It takes no
 * hardware.
 */
public final class Reshape extends LoweredComponent {
  private static final String TYPE = "reshape";
  private static final String UNIT = "backplane_pass";

  /** For the plugin loader. */
  public Reshape() {}

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("the same elements in the same order, with other extents")
        .with(AttributeDescription.needed("shape", Kind.WHOLES, "the extents"));
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  private static Shape shape(Node node, Shape input) {
    Shape shape = Shape.of(node.attributes());
    if (shape.size() != input.size()) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "attribute shape",
          "the input is "
              + input
              + ", "
              + input.size()
              + " elements, and "
              + shape
              + " has "
              + shape.size());
    }
    return shape;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    TensorType input = inputs.getFirst();
    return new TensorType(shape(node, input.shape()), input.format());
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    return List::getFirst;
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor input = inputs.getFirst();
    return RealTensor.of(shape(node, input.shape()), input.toArray());
  }

  @Override
  protected List<HdlPart> hardware(HdlNode node) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", node.input().format().width());
    return List.of(new HdlInstance(UNIT, false, parameters, List.of(UNIT), Beats.PER_ELEMENT));
  }

  @Override
  protected TorchCall torch(TorchNode node) {
    return new TorchCall(
        TYPE,
        Attributes.NONE.with("shape", node.output().shape().asAttribute()),
        List.of("extent.py"));
  }
}
