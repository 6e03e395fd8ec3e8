package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.pass.LoweringPass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A pass from graph to graph that changes nodes by their types and leaves the edges as they are.
 * Nodes are visited in the direction of the data, and what a handler gives is inferred before the
 * next one: a handler knows its inputs as they will be. Nodes of other types stay. For use by one
 * thread at a time.
 */
public final class NodePass {
  private final LoweringPass<TypedNode, Node> handlers;

  /**
   * A pass without handlers.
   *
   * @param name what messages call it
   */
  public NodePass(String name) {
    handlers = new LoweringPass<>(name, input -> input.node().type());
  }

  /** {@return the handlers, to which plugins add; each gives one node of the same name} */
  public LoweringPass<TypedNode, Node> handlers() {
    return handlers;
  }

  /**
   * Changes a graph.
   *
   * @param graph the graph
   * @param components what its nodes may be
   * @return another with the same edges, and nodes in the same order
   * @throws CompilerException naming the node that is wrong
   */
  public Graph run(Graph graph, Components components) {
    Map<String, Node> changed = HashMap.newHashMap(graph.nodes().size());
    Map<String, TensorType> types = HashMap.newHashMap(graph.nodes().size());
    for (Node node : graph.topologicalOrder()) {
      List<TensorType> inputs = TypedGraph.inputs(graph, types, node);
      TypedGraph.checkInputs(graph, node, components.of(node));
      FormatAttributes.checkPlain(components.of(node), node, inputs);
      Node result = handlers.handles(node.type()) ? lower(new TypedNode(node, inputs)) : node;
      changed.put(node.name(), result);
      types.put(node.name(), TypedGraph.infer(components.of(result), result, inputs));
    }
    Graph.Builder builder = Graph.builder().attributes(graph.attributes());
    graph.nodes().forEach(node -> builder.node(changed.getOrDefault(node.name(), node)));
    for (Edge edge : graph.edges()) {
      builder.edge(edge);
    }
    return builder.build();
  }

  private Node lower(TypedNode input) {
    Node node = input.node();
    List<Node> results = new ArrayList<>(1);
    handlers.lower(input, node.label(), results::add);
    if (results.size() != 1 || !results.getFirst().name().equals(node.name())) {
      throw new CompilerException(
          CompilerError.BAD_COMPONENT,
          node.label(),
          "its handler has to give one node of the same name, and gave " + results);
    }
    return results.getFirst();
  }
}
