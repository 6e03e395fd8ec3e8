package dev.backplane.compiler.onnx;

import dev.backplane.compiler.hdl.HdlName;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;

/** A graph while it is made: its nodes, each behind those that its data comes from, and edges. */
class GraphDraft {
  private static final int LONGEST_NAME = 48;

  private final SequencedMap<String, Node> nodes = new LinkedHashMap<>();
  private final List<Edge> edges = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  /**
   * Adds a node behind another.
   *
   * @param origin what it was in the model
   * @param type what it is in the graph
   * @param attributes its attributes
   * @param from the nodes before, in the order of its inputs
   * @return its name
   */
  String add(OnnxNode origin, String type, Attributes attributes, String... from) {
    String original =
        origin.name().isEmpty()
            ? origin.outputs().stream().filter(each -> !each.isEmpty()).findFirst().orElse("")
            : origin.name();
    String name = name(original);
    nodes.put(name, new Node(name, type, attributes.with("onnx_name", original)));
    for (int i = 0; i < from.length; i++) {
      edges.add(
          from.length == 1 ? new Edge(from[i], name, Attributes.NONE) : Edge.of(from[i], name, i));
    }
    return name;
  }

  /** Keeps a name for a node that is added later. */
  void reserve(String name) {
    names.add(name.toLowerCase(Locale.ROOT));
  }

  /** Adds a node that the model has not: where a tensor comes in or goes out. */
  void add(Node node) {
    names.add(node.name().toLowerCase(Locale.ROOT));
    nodes.put(node.name(), node);
  }

  /** {@return the first node that a node's data comes from} */
  String before(String name) {
    return allBefore(name).getFirst();
  }

  /** {@return the nodes that a node's data comes from, in the order of its inputs} */
  List<String> allBefore(String name) {
    return edges.stream().filter(edge -> edge.to().equals(name)).map(Edge::from).toList();
  }

  /** {@return the nodes that read what a node gives} */
  List<String> behind(String name) {
    return edges.stream().filter(edge -> edge.from().equals(name)).map(Edge::to).toList();
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
    replace(node(name).withAttributes(attributes));
  }

  /** Puts another node in the place of the one that has its name. */
  void replace(Node node) {
    nodes.replace(node.name(), node);
  }

  /**
   * Puts a node between another and the node before it.
   *
   * @param name the node that it comes before, which has one input
   * @param type its type
   * @param attributes its attributes
   */
  void insertBefore(String name, String type, Attributes attributes) {
    String before = before(name);
    String inserted = name(name + "_input");
    List<Node> others = nodes();
    nodes.clear();
    for (Node node : others) {
      if (node.name().equals(name)) {
        nodes.put(inserted, new Node(inserted, type, attributes));
      }
      nodes.put(node.name(), node);
    }
    edges.replaceAll(
        edge -> edge.to().equals(name) ? new Edge(inserted, name, Attributes.NONE) : edge);
    connect(before, inserted);
  }

  /** {@return the types of the nodes that were added since there were so many} */
  List<String> typesSince(int count) {
    return nodes.values().stream().skip(count).map(Node::type).toList();
  }

  int nodeCount() {
    return nodes.size();
  }

  /** {@return all nodes, each behind those that its data comes from} */
  List<Node> nodes() {
    return List.copyOf(nodes.values());
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
