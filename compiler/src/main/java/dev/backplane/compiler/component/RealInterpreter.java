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
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Computes what a graph means in real numbers, before its formats are chosen. Immutable; may be
 * used by several threads.
 */
public final class RealInterpreter {
  private final Graph graph;
  private final List<Node> order;
  private final Components components;

  private RealInterpreter(Graph graph, List<Node> order, Components components) {
    this.graph = graph;
    this.order = List.copyOf(order);
    this.components = components;
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
    for (Node node : order) {
      TypedGraph.checkInputs(graph, node, components.of(node));
    }
    return new RealInterpreter(graph, order, components);
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
    return run(inputs, (_, tensor) -> tensor);
  }

  /**
   * Computes every tensor of the graph, each of which is changed before others read it: rounded,
   * for example.
   *
   * @param inputs a tensor for each node that is an input of the graph, by its name
   * @param change gives for a node and its tensor the one that others read
   * @return the tensor at the output of every node, by name, in the direction of the data
   * @throws CompilerException naming the node where an input is missing or does not fit, or where a
   *     number is no longer finite
   */
  public SequencedMap<String, RealTensor> run(
      Map<String, RealTensor> inputs, BiFunction<Node, RealTensor, RealTensor> change) {
    SequencedMap<String, RealTensor> values = new LinkedHashMap<>();
    for (Node node : order) {
      List<RealTensor> arguments =
          node.type().equals(Node.INPUT)
              ? List.of(input(node, inputs))
              : arguments(node.name(), values);
      Component component = components.of(node);
      values.put(
          node.name(),
          change.apply(
              node,
              new ComponentCall(component, node)
                  .result("evaluate", () -> component.evaluate(node, arguments))));
    }
    return values;
  }

  /**
   * Computes what a node puts into the formats that it has inside.
   *
   * @param node the name of the node
   * @param values what {@link #run} gave
   * @return the numbers, by what the names of the attributes of their formats begin with
   * @throws CompilerException naming the node if a number is no longer finite
   */
  public Map<String, RealTensor> inside(String node, Map<String, RealTensor> values) {
    Node inner = graph.node(node);
    Component component = components.of(inner);
    return new ComponentCall(component, inner)
        .result("evaluateInside", () -> component.evaluateInside(inner, arguments(node, values)));
  }

  /** {@return what the names of the attributes of formats that a node has inside begin with} */
  public Set<String> formatsInside(String node) {
    Node inner = graph.node(node);
    Component component = components.of(inner);
    return new ComponentCall(component, inner).result("formatsInside", component::formatsInside);
  }

  private List<RealTensor> arguments(String node, Map<String, RealTensor> values) {
    List<RealTensor> arguments = new ArrayList<>(1);
    for (Edge edge : graph.incoming(node)) {
      RealTensor argument = values.get(edge.from());
      if (argument != null) {
        arguments.add(argument);
      }
    }
    return arguments;
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
