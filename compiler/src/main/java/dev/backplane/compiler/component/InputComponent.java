package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Shape;
import java.util.ArrayList;
import java.util.List;

/** Where a tensor comes into the graph: of the attributes shape, width and fraction. */
final class InputComponent implements Component {
  @Override
  public String type() {
    return Node.INPUT;
  }

  @Override
  public int inputs() {
    return 0;
  }

  @Override
  public TensorType infer(Node node, List<TensorType> inputs) {
    List<Integer> extents = new ArrayList<>();
    for (Attribute extent : node.attributes().get("shape", Attribute.Sequence.class).elements()) {
      if (!(extent instanceof Attribute.Whole whole) || whole.value() != (int) whole.value()) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID, "attribute shape", "it must be a list of extents");
      }
      extents.add((int) whole.value());
    }
    return new TensorType(
        new Shape(extents),
        new FixedPoint(node.attributes().integer("width"), node.attributes().integer("fraction")));
  }

  @Override
  public Operation prepare(Node node, List<TensorType> inputs, TensorType output) {
    return List::getFirst;
  }
}
