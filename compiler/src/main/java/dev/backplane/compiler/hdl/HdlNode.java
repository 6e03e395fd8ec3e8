package dev.backplane.compiler.hdl;

import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.ir.Node;
import java.util.List;

/**
 * A node on its way to hardware.
 *
 * @param unit the name for a unit that is generated for this node alone; also that of its file,
 *     without the ending
 * @param node the node
 * @param inputs what its inputs are
 * @param output what its output is
 */
public record HdlNode(String unit, Node node, List<TensorType> inputs, TensorType output) {
  /** {@return what its only input is} */
  public TensorType input() {
    return inputs.getFirst();
  }
}
