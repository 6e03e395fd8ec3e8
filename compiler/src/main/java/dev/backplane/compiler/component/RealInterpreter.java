package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Computes what a graph means in real numbers, before its formats are chosen. Immutable; may be
 * used by several threads.
 */
public final class RealInterpreter {
  private final Graph graph;
  private final List<Node> order;
  private final List<Component> components;

  private RealInterpreter(Graph graph, List<Node> order, List<Component> components) {
    this.graph = graph;
    this.order = List.copyOf(order);
    this.components = List.copyOf(components);
  }

  /**
   * Makes a graph ready.
   *
   * @param graph the graph, whose formats may be missing
   * @param components what its nodes may be
   * @return its interpreter
   * @throws CompilerException if data flows in a circle, or naming a node of unknown type or with
   *     another number of inputs
   */
  public static RealInterpreter of(Graph graph, Components components) {
    List<Node> order = graph.topologicalOrder();
    List<Component> known = new ArrayList<>(order.size());
    for (Node node : order) {
      Component component = components.of(node);
      TypedGraph.checkInputs(graph, node, component);
      known.add(component);
    }
    return new RealInterpreter(graph, order, known);
  }

  /**
   * Computes every tensor of the graph.
   *
   * @param inputs a tensor for each node that is an input of the graph, by its name
   * @return the tensor at the output of every node, by name, in the direction of the data
   * @throws CompilerException naming the node where an input is missing or does not fit, or where a
   *     number is no longer finite
   */
  public SequencedMap<String, RealTensor> run(Map<String, RealTensor> inputs) {
    SequencedMap<String, RealTensor> values = new LinkedHashMap<>();
    for (int i = 0; i < order.size(); i++) {
      Node node = order.get(i);
      List<RealTensor> arguments = new ArrayList<>(1);
      if (node.type().equals(Node.INPUT)) {
        arguments.add(input(node, inputs));
      }
      for (Edge edge : graph.incoming(node.name())) {
        RealTensor argument = values.get(edge.from());
        if (argument != null) {
          arguments.add(argument);
        }
      }
      try {
        values.put(node.name(), components.get(i).evaluate(node, arguments));
      } catch (CompilerException e) {
        throw e.in(node.label());
      }
    }
    return values;
  }

  private static RealTensor input(Node node, Map<String, RealTensor> inputs) {
    RealTensor tensor = inputs.get(node.name());
    if (tensor == null) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH, node.label(), "there is no tensor for this input");
    }
    return tensor;
  }
}
