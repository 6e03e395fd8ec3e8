package dev.backplane.compiler.ir;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A directed graph through which data flows. Immutable; nodes and edges keep the order in which
 * they were added. A {@link Builder} adds one after the other in linear time, and checks the whole
 * when the graph is built: there are no duplicates and no dangling edges in a graph.
 */
public final class Graph {
  private final Attributes attributes;
  private final SequencedMap<String, Node> nodes;
  private final List<Edge> edges;
  private final Map<String, List<Edge>> incoming;
  private final Map<String, List<Edge>> outgoing;

  private Graph(Attributes attributes, SequencedMap<String, Node> nodes, List<Edge> edges) {
    this.attributes = attributes;
    this.nodes = Collections.unmodifiableSequencedMap(nodes);
    this.edges = edges;
    this.incoming = HashMap.newHashMap(edges.size());
    this.outgoing = HashMap.newHashMap(edges.size());
    for (Edge edge : edges) {
      outgoing.computeIfAbsent(edge.from(), _ -> new ArrayList<>(1)).add(edge);
      incoming.computeIfAbsent(edge.to(), _ -> new ArrayList<>(1)).add(edge);
    }
    incoming.values().forEach(Graph::order);
  }

  /** Puts the edges to a node into the order of its inputs. */
  private static void order(List<Edge> edges) {
    if (edges.stream().noneMatch(Edge::isNumbered)) {
      return;
    }
    SortedMap<Integer, Edge> ordered = new TreeMap<>();
    for (Edge edge : edges) {
      int input = input(edge);
      if (input < 0 || input >= edges.size() || ordered.putIfAbsent(input, edge) != null) {
        throw new CompilerException(
            CompilerError.ATTRIBUTE_INVALID,
            edge.label() + ", attribute " + Edge.INPUT,
            "the inputs of node "
                + edge.to()
                + " are 0 to "
                + (edges.size() - 1)
                + ", each once, and not "
                + input
                + (ordered.containsKey(input) ? " twice" : ""));
      }
    }
    edges.clear();
    edges.addAll(ordered.values());
  }

  private static int input(Edge edge) {
    try {
      return edge.attributes().integer(Edge.INPUT);
    } catch (CompilerException e) {
      throw e.in(edge.label());
    }
  }

  /** {@return a builder of a graph without nodes} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return a builder that begins with what is in this graph} */
  public Builder toBuilder() {
    Builder builder = new Builder().attributes(attributes);
    nodes.values().forEach(builder::node);
    edges.forEach(builder::edge);
    return builder;
  }

  /** {@return what is known of the graph as a whole} */
  public Attributes attributes() {
    return attributes;
  }

  /** {@return all nodes, in order} */
  public SequencedCollection<Node> nodes() {
    return nodes.sequencedValues();
  }

  /** {@return all edges, in order} */
  public List<Edge> edges() {
    return edges;
  }

  /** {@return whether there is a node of this name} */
  public boolean has(String name) {
    return nodes.containsKey(name);
  }

  /**
   * Gives a node.
   *
   * @param name its name
   * @return the node
   * @throws IllegalArgumentException if there is none of this name
   */
  public Node node(String name) {
    Node node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("the graph has no node " + name);
    }
    return node;
  }

  /** {@return the edges that end at this node, in the order of its inputs} */
  public List<Edge> incoming(String name) {
    return Collections.unmodifiableList(incoming.getOrDefault(name, List.of()));
  }

  /** {@return the edges that begin at this node, in order} */
  public List<Edge> outgoing(String name) {
    return Collections.unmodifiableList(outgoing.getOrDefault(name, List.of()));
  }

  /**
   * Sorts the nodes so that each comes behind those that its data comes from; otherwise in their
   * order.
   *
   * @return the nodes
   * @throws CompilerException with {@link CompilerError#CYCLE} naming the nodes of a cycle
   */
  public List<Node> topologicalOrder() {
    Map<String, Integer> missing = HashMap.newHashMap(nodes.size());
    Deque<String> ready = new ArrayDeque<>();
    for (String name : nodes.keySet()) {
      int inputs = incoming(name).size();
      missing.put(name, inputs);
      if (inputs == 0) {
        ready.add(name);
      }
    }
    List<Node> order = new ArrayList<>(nodes.size());
    while (!ready.isEmpty()) {
      String name = ready.remove();
      order.add(node(name));
      for (Edge edge : outgoing(name)) {
        if (missing.merge(edge.to(), -1, Integer::sum) == 0) {
          ready.add(edge.to());
        }
      }
    }
    if (order.size() < nodes.size()) {
      throw new CompilerException(
          CompilerError.CYCLE, cycle(missing), "data flows in a circle; remove one of the edges");
    }
    return order;
  }

  /** Walks back along nodes that still miss an input until one comes again. */
  private String cycle(Map<String, Integer> missing) {
    List<String> path = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    String name =
        nodes.keySet().stream().filter(each -> left(missing, each)).findFirst().orElseThrow();
    while (!seen.containsKey(name)) {
      seen.put(name, path.size());
      path.add(name);
      name =
          incoming(name).stream()
              .map(Edge::from)
              .filter(each -> left(missing, each))
              .findFirst()
              .orElseThrow();
    }
    List<String> circle = new ArrayList<>(path.subList(seen.getOrDefault(name, 0), path.size()));
    circle.add(name);
    Collections.reverse(circle);
    return "node " + String.join(" -> ", circle);
  }

  private static boolean left(Map<String, Integer> missing, String name) {
    return missing.getOrDefault(name, 0) > 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Graph graph
        && attributes.equals(graph.attributes)
        && nodes.equals(graph.nodes)
        && byEnds().equals(graph.byEnds());
  }

  private Map<List<String>, Edge> byEnds() {
    Map<List<String>, Edge> byEnds = HashMap.newHashMap(edges.size());
    edges.forEach(edge -> byEnds.put(List.of(edge.from(), edge.to()), edge));
    return byEnds;
  }

  @Override
  public int hashCode() {
    return 31 * attributes.hashCode() + nodes.hashCode();
  }

  @Override
  public String toString() {
    return "graph of " + nodes.size() + " nodes and " + edges.size() + " edges";
  }

  /** Builds a graph. For use by one thread. */
  public static final class Builder {
    private Attributes attributes = Attributes.NONE;
    private final SequencedMap<String, Node> nodes = new LinkedHashMap<>();
    private final SequencedMap<Ends, Edge> edges = new LinkedHashMap<>();

    private record Ends(String from, String to) {}

    private Builder() {}

    /** {@return this builder, with these attributes of the graph} */
    public Builder attributes(Attributes given) {
      attributes = given;
      return this;
    }

    /**
     * Adds a node.
     *
     * @param node the node
     * @return this builder
     * @throws CompilerException with {@link CompilerError#DUPLICATE_NODE} if there is one of its
     *     name
     */
    public Builder node(Node node) {
      if (nodes.putIfAbsent(node.name(), node) != null) {
        throw new CompilerException(
            CompilerError.DUPLICATE_NODE, node.label(), "there is a node of this name already");
      }
      return this;
    }

    /** {@return this builder, with one more node} */
    public Builder node(String name, String type, Attributes given) {
      return node(new Node(name, type, given));
    }

    /**
     * Adds an edge, whose nodes may be added later.
     *
     * @param edge the edge
     * @return this builder
     * @throws CompilerException with {@link CompilerError#DUPLICATE_EDGE} if there is one between
     *     these nodes
     */
    public Builder edge(Edge edge) {
      if (edges.putIfAbsent(new Ends(edge.from(), edge.to()), edge) != null) {
        throw new CompilerException(
            CompilerError.DUPLICATE_EDGE, edge.label(), "there is an edge between these already");
      }
      return this;
    }

    /** {@return this builder, with one more edge} */
    public Builder edge(String from, String to) {
      return edge(new Edge(from, to, Attributes.NONE));
    }

    /** {@return this builder, with one more edge, which is this input of its node} */
    public Builder edge(String from, String to, int input) {
      return edge(Edge.of(from, to, input));
    }

    /**
     * Builds the graph.
     *
     * @return the graph
     * @throws CompilerException with {@link CompilerError#DANGLING_EDGE} if an edge has no node, or
     *     with a code of attributes if edges number the inputs of a node wrongly
     */
    public Graph build() {
      for (Edge edge : edges.values()) {
        for (String end : List.of(edge.from(), edge.to())) {
          if (!nodes.containsKey(end)) {
            throw new CompilerException(
                CompilerError.DANGLING_EDGE, edge.label(), "there is no node " + end);
          }
        }
      }
      return new Graph(attributes, new LinkedHashMap<>(nodes), List.copyOf(edges.values()));
    }
  }
}
