package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.ir.Shape;
import java.util.List;

/** An input of the graph: a tensor that the attributes shape, width and fraction describe. */
final class InputComponent implements Component {
  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("a tensor that comes into the graph")
        .with(AttributeDescription.needed("shape", Kind.WHOLES, "its extents, channels last"))
        .with(AttributeDescription.needed("width", Kind.WHOLE, "bits of an element"))
        .with(
            AttributeDescription.needed(
                "fraction", Kind.WHOLE, "how many of them are behind the point"))
        .with(FormatAttributes.described());
  }

  @Override
  public String type() {
    return Node.INPUT;
  }

  @Override
  public boolean allowsScale() {
    return true;
  }

  @Override
  public int inputs() {
    return 0;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    return new TensorType(Shape.of(node.attributes()), FormatAttributes.read(node.attributes()));
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    return List::getFirst;
  }

  @Override
  public RealTensor evaluate(Node node, List<RealTensor> inputs) {
    RealTensor given = inputs.getFirst();
    Shape shape = Shape.of(node.attributes());
    if (!given.shape().equals(shape)) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          "",
          "the input is " + shape + ", and a tensor of shape " + given.shape() + " was given");
    }
    return given;
  }
}
