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
 * @param beat how many elements come in a clock; of several inputs, what their numbers have in
 *     common
 * @param isFolded whether any layer of the graph takes several inputs in a clock: then all nodes
 *     have room for what comes while they give, so that they overlap
 */
public record HdlNode(
    String unit,
    Node node,
    List<TensorType> inputs,
    TensorType output,
    int beat,
    boolean isFolded) {
  /** {@return what its only input is} */
  public TensorType input() {
    return inputs.getFirst();
  }
}
