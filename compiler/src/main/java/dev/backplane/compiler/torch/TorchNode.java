package dev.backplane.compiler.torch;

import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.ir.Node;
import java.util.List;

/**
 * A node on its way to PyTorch.
 *
 * @param node the node
 * @param inputs what its inputs are
 * @param output what its output is
 */
public record TorchNode(Node node, List<TensorType> inputs, TensorType output) {
  /** {@return what its only input is} */
  public TensorType input() {
    return inputs.getFirst();
  }
}
