package dev.backplane.compiler.component;

import dev.backplane.compiler.ir.Node;
import java.util.List;

/**
 * A node, and what its inputs are.
 *
 * @param node the node
 * @param inputs what its inputs are, in order
 */
public record TypedNode(Node node, List<TensorType> inputs) {
  /** {@return what its only input is} */
  public TensorType input() {
    return inputs.getFirst();
  }
}
