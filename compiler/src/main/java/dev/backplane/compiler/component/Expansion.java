package dev.backplane.compiler.component;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts graphs in the place of nodes, in time linear in all of them. Nodes of such a graph are
 * called as it and the node that it replaces.
 */
final class Expansion {
  private final Graph graph;
  private final Map<String, Graph> replaced = new LinkedHashMap<>();

  /** By the name of a node that is replaced, the node that its output comes from now. */
  private final Map<String, String> producers = new HashMap<>();

  private final Set<String> names = new HashSet<>();
  private final List<Node> nodes = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();

  Expansion(Graph graph) {
    this.graph = graph;
  }

  void put(Node node, Graph by) {
    if (replaced.putIfAbsent(node.name(), by) != null) {
      throw new CompilerException(
          CompilerError.BAD_COMPONENT, node.label(), "its handler gave two graphs; one is needed");
    }
  }

  Graph result() {
    List<Node> order = graph.topologicalOrder();
    for (Node node : order) {
      if (!replaced.containsKey(node.name())) {
        names.add(node.name());
      }
    }
    for (Node node : order) {
      Graph by = replaced.get(node.name());
      if (by == null) {
        nodes.add(node);
      } else {
        splice(node, by);
      }
    }
    Graph.Builder result = Graph.builder().attributes(graph.attributes());
    nodes.forEach(result::node);
    for (Edge edge : graph.edges()) {
      if (!replaced.containsKey(edge.to())) {
        result.edge(new Edge(producer(edge.from()), edge.to(), edge.attributes()));
      }
    }
    edges.forEach(result::edge);
    return result.build();
  }

  private String producer(String name) {
    return producers.getOrDefault(name, name);
  }

  private void splice(Node node, Graph by) {
    Map<String, String> renamed = inputs(node, by);
    String output = null;
    for (Node part : by.nodes()) {
      switch (part.type()) {
        case Node.INPUT -> {}
        case Node.OUTPUT -> {
          if (output != null || by.incoming(part.name()).size() != 1) {
            throw wrong(node, "has to have one output, to which one edge leads");
          }
          output = by.incoming(part.name()).getFirst().from();
        }
        default -> {
          String name = free(node.name() + "_" + part.name());
          renamed.put(part.name(), name);
          nodes.add(new Node(name, part.type(), part.attributes()));
        }
      }
    }
    if (output == null) {
      throw wrong(node, "has no output");
    }
    for (Edge edge : by.edges()) {
      String to = renamed.get(edge.to());
      if (to != null) {
        edges.add(new Edge(renamed.getOrDefault(edge.from(), ""), to, edge.attributes()));
      }
    }
    producers.put(node.name(), renamed.getOrDefault(output, ""));
  }

  /** The nodes that its inputs stand for. */
  private Map<String, String> inputs(Node node, Graph by) {
    List<Edge> incoming = graph.incoming(node.name());
    Map<String, String> stands = new HashMap<>();
    for (Node part : by.nodes()) {
      if (part.type().equals(Node.INPUT)) {
        if (stands.size() == incoming.size()) {
          throw wrong(node, "has more inputs than the node, which has " + incoming.size());
        }
        stands.put(part.name(), producer(incoming.get(stands.size()).from()));
      }
    }
    if (stands.size() < incoming.size()) {
      throw wrong(node, "has fewer inputs than the node, which has " + incoming.size());
    }
    return stands;
  }

  private String free(String wanted) {
    String name = wanted;
    for (int i = 1; !names.add(name); i++) {
      name = wanted + "_" + i;
    }
    return name;
  }

  private static CompilerException wrong(Node node, String text) {
    return new CompilerException(
        CompilerError.BAD_COMPONENT, node.label(), "the graph that replaces it " + text);
  }
}
