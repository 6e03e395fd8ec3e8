package dev.backplane.compiler.resource;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.component.TypedNode;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.pass.LoweringPass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Estimates hardware, each node by the handler of its type. For use by one thread at a time. */
public final class ResourcePass {
  /** The control registers and the stream between memory and network, whatever the network is. */
  private static final Resources KERNEL = new Resources(2, 9, 459, 0);

  private final LoweringPass<TypedNode, Resources> handlers =
      new LoweringPass<>("Resources", input -> input.node().type());

  /** A pass without handlers. */
  public ResourcePass() {}

  /** {@return the handlers, to which plugins add} */
  public LoweringPass<TypedNode, Resources> handlers() {
    return handlers;
  }

  /**
   * Estimates what a graph needs as a kernel.
   *
   * @param graph the graph
   * @return the estimate; it names the nodes of which nothing is known
   * @throws dev.backplane.compiler.CompilerException naming the node whose handler failed
   */
  public ResourceEstimate estimate(TypedGraph graph) {
    SequencedMap<String, Resources> nodes = new LinkedHashMap<>();
    List<String> unknown = new ArrayList<>();
    for (Node node : graph.order()) {
      if (handlers.handles(node.type())) {
        handlers.lower(
            new TypedNode(node, graph.inputs(node)),
            node.label(),
            needed -> nodes.merge(node.name(), needed, Resources::plus));
      } else if (!node.type().equals(Node.INPUT) && !node.type().equals(Node.OUTPUT)) {
        unknown.add(node.name());
      }
    }
    return new ResourceEstimate(nodes, KERNEL, unknown);
  }
}
