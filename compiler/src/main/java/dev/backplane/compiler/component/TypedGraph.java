package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph that was found valid: its data flows one way, every type is known, and every tensor's
 * shape and format are inferred. Immutable.
 */
public final class TypedGraph {
  private final Graph graph;
  private final List<Node> order;
  private final Map<String, TensorType> types;
  private final Map<String, Component> components;

  private TypedGraph(
      Graph graph,
      List<Node> order,
      Map<String, TensorType> types,
      Map<String, Component> components) {
    this.graph = graph;
    this.order = List.copyOf(order);
    this.types = types;
    this.components = components;
  }

  /**
   * Validates a graph and infers what flows through it.
   *
   * @param graph the graph
   * @param components what its nodes may be
   * @return the graph with types
   * @throws CompilerException naming the node that is wrong
   */
  public static TypedGraph infer(Graph graph, Components components) {
    List<Node> order = graph.topologicalOrder();
    Map<String, TensorType> types = HashMap.newHashMap(order.size());
    Map<String, Component> known = HashMap.newHashMap(order.size());
    for (Node node : order) {
      Component component = components.of(node);
      List<TensorType> inputs = inputs(graph, types, node);
      checkInputs(graph, node, component);
      types.put(node.name(), infer(component, node, inputs));
      known.put(node.name(), component);
    }
    return new TypedGraph(graph, order, types, known);
  }

  static void checkInputs(Graph graph, Node node, Component component) {
    List<Edge> edges = graph.incoming(node.name());
    ComponentCall call = new ComponentCall(component, node);
    boolean isOpen = call.result("mayHaveMoreInputs", component::mayHaveMoreInputs);
    int inputs = call.result("inputs", component::inputs);
    if (isOpen ? edges.size() < inputs : edges.size() != inputs) {
      throw new CompilerException(
          CompilerError.UNSUPPORTED_GRAPH,
          node.label(),
          "a "
              + node.type()
              + " has "
              + inputs
              + " inputs"
              + (isOpen ? " or more" : "")
              + ", not "
              + edges.size());
    }
    if (isOpen && !edges.stream().allMatch(Edge::isNumbered)) {
      throw new CompilerException(
          CompilerError.ATTRIBUTE_MISSING,
          node.label(),
          "the order of its inputs is not said; give each edge to it the attribute "
              + Edge.INPUT
              + ", from 0");
    }
  }

  static TensorType infer(Component component, Node node, List<TensorType> inputs) {
    FormatAttributes.checkPlain(component, node, inputs);
    TensorType result = new ComponentCall(component, node).infer(node, inputs);
    return FormatAttributes.checkPlainResult(component, node, result);
  }

  static List<TensorType> inputs(Graph graph, Map<String, TensorType> types, Node node) {
    List<Edge> incoming = graph.incoming(node.name());
    List<TensorType> inputs = new ArrayList<>(incoming.size());
    for (Edge edge : incoming) {
      TensorType type = types.get(edge.from());
      if (type != null) {
        inputs.add(type);
      }
    }
    return inputs;
  }

  /** {@return the graph} */
  public Graph graph() {
    return graph;
  }

  /** {@return the nodes, each behind those that its data comes from} */
  public List<Node> order() {
    return order;
  }

  /** {@return what a node's output is} */
  public TensorType type(Node node) {
    TensorType type = types.get(node.name());
    if (type == null) {
      throw new IllegalArgumentException("the graph has no " + node.label());
    }
    return type;
  }

  /** {@return what a node's inputs are, in order} */
  public List<TensorType> inputs(Node node) {
    return inputs(graph, types, node);
  }

  /** {@return what a node computes, made ready} */
  Operation operation(Node node) {
    Component component = components.get(node.name());
    if (component == null) {
      throw new IllegalArgumentException("the graph has no " + node.label());
    }
    return new ComponentCall(component, node).prepare(node, inputs(node), type(node));
  }
}
