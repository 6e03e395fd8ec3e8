package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.hdl.HdlName;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/** The network while a model is imported: the graph's nodes, and what each value is. */
final class ImportedNodes {
  private static final int LONGEST_NAME = 48;

  private final BitWidths widths;
  private final Map<String, Integer> uses;
  private final Map<String, Value> values = new HashMap<>();
  private final SequencedMap<String, Node> nodes = new LinkedHashMap<>();
  private final List<Edge> edges = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final List<HostStep> hostSteps = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  /**
   * A network without nodes.
   *
   * @param widths how many bits numbers have
   * @param uses how many operators and outputs use each value
   */
  ImportedNodes(BitWidths widths, Map<String, Integer> uses) {
    this.widths = widths;
    this.uses = uses;
  }

  BitWidths widths() {
    return widths;
  }

  List<HostStep> hostSteps() {
    return hostSteps;
  }

  List<String> warnings() {
    return warnings;
  }

  boolean knows(String value) {
    return values.containsKey(value);
  }

  void set(String name, Value value) {
    if (values.putIfAbsent(name, value) != null) {
      throw new CompilerException(
          CompilerError.MODEL_DAMAGED, "value " + name, "it is defined more than once");
    }
  }

  /** Says what an operator gives. */
  void gives(OnnxNode node, Value value) {
    set(node.outputs().getFirst(), value);
  }

  Value value(String name) {
    Value value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("there is no value " + name);
    }
    return value;
  }

  /** {@return whether only one operator uses the first output of a node} */
  boolean isUsedOnce(String value) {
    return uses.getOrDefault(value, 0) == 1;
  }

  boolean hasInput(OnnxNode node, int index) {
    return index < node.inputs().size() && !node.inputs().get(index).isEmpty();
  }

  /** {@return an input that has to be there} */
  Value input(OnnxNode node, int index) {
    if (!hasInput(node, index)) {
      throw new CompilerException(
          CompilerError.MODEL_DAMAGED, node.label(), "its input " + index + " is missing");
    }
    return value(node.inputs().get(index));
  }

  /** {@return an input that is computed by the network} */
  Value.Stream stream(OnnxNode node, int index) {
    return switch (input(node, index)) {
      case Value.Stream stream -> stream;
      case Value.OnHost(var _, String operator) ->
          throw node.unsupported(
              "it follows " + operator + ", which the host computes after everything else");
      case Value.Constant _, Value.Refused _ ->
          throw node.unsupported(
              "its input " + index + " is a constant, and must be computed from the model's input");
    };
  }

  /** {@return an input that is known} */
  OnnxTensor constant(OnnxNode node, int index) {
    if (input(node, index) instanceof Value.Constant(OnnxTensor tensor)) {
      return tensor;
    }
    throw node.unsupported(
        "its input "
            + index
            + ", "
            + node.inputs().get(index)
            + ", is computed by the network, and must be a constant");
  }

  /**
   * Adds a node behind another.
   *
   * @param origin what it was in the model
   * @param type what it is in the graph
   * @param attributes its attributes
   * @param from the node before
   * @return its name
   */
  String add(OnnxNode origin, String type, Attributes attributes, String from) {
    String original = origin.name().isEmpty() ? origin.outputs().getFirst() : origin.name();
    String name = name(original);
    nodes.put(name, new Node(name, type, attributes.with("onnx_name", original)));
    edges.add(new Edge(from, name, Attributes.NONE));
    return name;
  }

  /** Adds a node that the model has not: where a tensor comes in or goes out. */
  void add(Node node) {
    names.add(node.name().toLowerCase(Locale.ROOT));
    nodes.put(node.name(), node);
  }

  void connect(String from, String to) {
    edges.add(new Edge(from, to, Attributes.NONE));
  }

  Node node(String name) {
    Node node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("there is no node " + name);
    }
    return node;
  }

  /** Puts other attributes in place of those that a node has. */
  void change(String name, Attributes attributes) {
    nodes.replace(name, node(name).withAttributes(attributes));
  }

  Graph graph(Attributes attributes) {
    Graph.Builder builder = Graph.builder().attributes(attributes);
    nodes.values().forEach(builder::node);
    edges.forEach(builder::edge);
    return builder.build();
  }

  /** Names of the model may be any text; VHDL does not tell upper from lower case. */
  private String name(String original) {
    String base = HdlName.like(original, LONGEST_NAME);
    String name = base;
    for (int i = 2; !names.add(name.toLowerCase(Locale.ROOT)); i++) {
      name = base + "_" + i;
    }
    return name;
  }
}
