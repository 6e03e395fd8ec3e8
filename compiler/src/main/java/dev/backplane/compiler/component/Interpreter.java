package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Computes what a graph computes, in exact integer arithmetic: the reference that hardware is held
 * to. Immutable; may be used by several threads.
 */
public final class Interpreter {
  private final TypedGraph graph;
  private final List<Step> steps;

  private record Step(Node node, Operation operation, List<Integer> inputs) {}

  private Interpreter(TypedGraph graph, List<Step> steps) {
    this.graph = graph;
    this.steps = List.copyOf(steps);
  }

  /**
   * Makes a graph ready.
   *
   * @param graph the graph
   * @return its interpreter
   */
  public static Interpreter of(TypedGraph graph) {
    Map<String, Integer> index = new HashMap<>();
    List<Step> steps = new ArrayList<>();
    for (Node node : graph.order()) {
      List<Integer> inputs = new ArrayList<>();
      for (Edge edge : graph.graph().incoming(node.name())) {
        inputs.add(index.getOrDefault(edge.from(), 0));
      }
      index.put(node.name(), steps.size());
      steps.add(new Step(node, graph.operation(node), List.copyOf(inputs)));
    }
    return new Interpreter(graph, steps);
  }

  /**
   * Computes the outputs of a graph.
   *
   * @param inputs a tensor for each node that is an input of the graph, by its name
   * @return the tensors at the outputs of the graph, by name
   * @throws CompilerException if an input is missing, or is not what its node says
   */
  public SequencedMap<String, IntegerTensor> run(Map<String, IntegerTensor> inputs) {
    List<long[]> values = compute(inputs);
    SequencedMap<String, IntegerTensor> outputs = new LinkedHashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      Node node = steps.get(i).node();
      if (node.type().equals(Node.OUTPUT)) {
        outputs.put(node.name(), IntegerTensor.of(graph.type(node).shape(), values.get(i)));
      }
    }
    return outputs;
  }

  /**
   * Computes every tensor of a graph.
   *
   * @param inputs a tensor for each node that is an input of the graph, by its name
   * @return the tensor at the output of every node, by name, in the direction of the data
   * @throws CompilerException if an input is missing, or is not what its node says
   */
  public SequencedMap<String, IntegerTensor> runAll(Map<String, IntegerTensor> inputs) {
    List<long[]> values = compute(inputs);
    SequencedMap<String, IntegerTensor> all = new LinkedHashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      Node node = steps.get(i).node();
      all.put(node.name(), IntegerTensor.of(graph.type(node).shape(), values.get(i)));
    }
    return all;
  }

  private List<long[]> compute(Map<String, IntegerTensor> inputs) {
    List<long[]> values = new ArrayList<>(steps.size());
    for (Step step : steps) {
      Node node = step.node();
      List<long[]> arguments = new ArrayList<>(step.inputs().size());
      if (node.type().equals(Node.INPUT)) {
        arguments.add(input(node, inputs));
      }
      step.inputs().forEach(index -> arguments.add(values.get(index)));
      values.add(step.operation().apply(arguments));
    }
    return values;
  }

  /**
   * Computes the output of a graph with one input and one output.
   *
   * @param input the integers of the input, in row-major order
   * @return the integers of the output
   */
  public long[] run(long... input) {
    Node in = only(Node.INPUT);
    IntegerTensor tensor = IntegerTensor.of(graph.type(in).shape(), input);
    return run(Map.of(in.name(), tensor)).firstEntry().getValue().toArray();
  }

  private Node only(String type) {
    List<Node> found = graph.order().stream().filter(node -> node.type().equals(type)).toList();
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "the graph has " + found.size() + " nodes of type " + type + "; name them");
    }
    return found.getFirst();
  }

  private long[] input(Node node, Map<String, IntegerTensor> inputs) {
    IntegerTensor tensor = inputs.get(node.name());
    TensorType type = graph.type(node);
    if (tensor == null) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH, node.label(), "there is no tensor for this input");
    }
    if (!tensor.shape().equals(type.shape())) {
      throw new CompilerException(
          CompilerError.SHAPE_MISMATCH,
          node.label(),
          "the input is " + type + ", and a tensor of shape " + tensor.shape() + " was given");
    }
    long[] values = tensor.toArray();
    for (long value : values) {
      if (!type.format().contains(value)) {
        throw new CompilerException(
            CompilerError.WIDTH_MISMATCH,
            node.label(),
            value + " is beyond " + type.format() + "; saturate it first");
      }
    }
    return values;
  }
}
