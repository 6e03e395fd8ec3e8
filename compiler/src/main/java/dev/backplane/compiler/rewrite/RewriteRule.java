package dev.backplane.compiler.rewrite;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;

/**
 * Replaces what a pattern matches. Immutable.
 *
 * <p>The replacement is a graph that has every interface node of the pattern, by its name there;
 * these stand for the nodes that stay. Its other nodes are new: they keep their names where these
 * are free, as those of replaced nodes are, and otherwise get a number behind them. What it leads
 * to an interface node comes in at the inputs where what is replaced came in, one for the other in
 * order; a replacement that leads more or fewer edges there says their inputs itself.
 *
 * @param name what messages call it
 * @param pattern what is replaced
 * @param replacement gives what comes in its place, for the matched nodes by their names in the
 *     pattern
 */
public record RewriteRule(
    String name, Pattern pattern, Function<Map<String, Node>, Graph> replacement) {

  /**
   * Replaces matches in the order of the graph's nodes, once. A node that is an interface node of
   * one match is not replaced by another: of matches side by side, every other one is replaced, and
   * {@link #applyRepeatedly} replaces the rest.
   *
   * @param graph the graph
   * @return another, or the same if nothing matches
   * @throws CompilerException with {@link CompilerError#BAD_RULE} if the replacement lacks an
   *     interface node
   */
  public Graph apply(Graph graph) {
    Rewriting round = round(graph);
    return round.taken.isEmpty() ? graph : round.result();
  }

  private Rewriting round(Graph graph) {
    Rewriting rewriting = new Rewriting(graph);
    for (Node node : graph.nodes()) {
      Map<String, String> match = pattern.match(graph, node, rewriting.taken, rewriting.kept);
      if (!match.isEmpty()) {
        rewriting.replace(match);
      }
    }
    return rewriting;
  }

  /**
   * Replaces until nothing matches any more.
   *
   * @param graph the graph
   * @param limit after how many rounds a rule is taken for one that does not end
   * @return another, or the same if nothing matches
   * @throws CompilerException with {@link CompilerError#BAD_RULE} if it still matches then
   */
  public Graph applyRepeatedly(Graph graph, int limit) {
    Graph current = graph;
    for (int count = 0; count <= limit; count++) {
      Rewriting round = round(current);
      if (round.taken.isEmpty()) {
        return current;
      }
      current = round.result();
    }
    throw new CompilerException(
        CompilerError.BAD_RULE,
        "rule " + name,
        "it still matches after " + limit + " rounds; it may match what it makes");
  }

  /** One application to one graph. */
  private final class Rewriting {
    private final Graph graph;
    private final Set<String> taken = new HashSet<>();
    private final Set<String> kept = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private final Map<String, Integer> suffixes = new HashMap<>();
    private final SequencedMap<String, Node> added = new LinkedHashMap<>();
    private final List<Edge> edges = new ArrayList<>();

    /** By edges of the graph, those that come in their places. */
    private final Map<Edge, Edge> replaced = new HashMap<>();

    private Rewriting(Graph graph) {
      this.graph = graph;
      graph.nodes().forEach(node -> names.add(node.name()));
    }

    private void replace(Map<String, String> match) {
      Map<String, Node> matched = HashMap.newHashMap(match.size());
      match.forEach((patternNode, nodeName) -> matched.put(patternNode, graph.node(nodeName)));
      Graph by = replacement.apply(Map.copyOf(matched));
      Map<String, String> newNames = new HashMap<>();
      for (String end : pattern.interfaceNodes()) {
        if (!by.has(end)) {
          throw new CompilerException(
              CompilerError.BAD_RULE, "rule " + name, "its replacement lacks the node " + end);
        }
        String stays = match.getOrDefault(end, end);
        kept.add(stays);
        newNames.put(end, stays);
      }
      match.forEach(
          (patternNode, nodeName) -> {
            if (pattern.replaces(patternNode)) {
              taken.add(nodeName);
              names.remove(nodeName);
            }
          });
      for (Node node : by.nodes()) {
        if (!newNames.containsKey(node.name())) {
          String fresh = free(node.name());
          newNames.put(node.name(), fresh);
          added.put(fresh, new Node(fresh, node.type(), node.attributes()));
        }
      }
      Set<String> gone = new HashSet<>(match.values());
      pattern.interfaceNodes().forEach(end -> gone.remove(match.getOrDefault(end, end)));
      for (String end : pattern.interfaceNodes()) {
        lead(by, newNames, gone, end);
      }
      for (Edge edge : by.edges()) {
        if (!pattern.interfaceNodes().contains(edge.to())) {
          edges.add(renamed(edge, newNames));
        }
      }
    }

    private static Edge renamed(Edge edge, Map<String, String> names) {
      return new Edge(
          names.getOrDefault(edge.from(), edge.from()),
          names.getOrDefault(edge.to(), edge.to()),
          edge.attributes());
    }

    /** Leads what a replacement gives to a node that stays, where what is gone came in. */
    private void lead(Graph by, Map<String, String> names, Set<String> gone, String end) {
      Deque<Edge> open = new ArrayDeque<>();
      Map<String, Edge> stay = new HashMap<>();
      for (Edge edge : graph.incoming(names.getOrDefault(end, end))) {
        if (gone.contains(edge.from())) {
          open.add(edge);
        } else if (!taken.contains(edge.from())) {
          stay.put(edge.from(), edge);
        }
      }
      for (Edge edge : by.incoming(end)) {
        Edge now = renamed(edge, names);
        Edge before = stay.containsKey(now.from()) ? stay.get(now.from()) : open.poll();
        if (before == null) {
          edges.add(now);
        } else if (before.isNumbered() && !now.isNumbered()) {
          replaced.put(
              before, Edge.of(now.from(), now.to(), before.attributes().integer(Edge.INPUT)));
        } else {
          replaced.put(before, now);
        }
      }
    }

    private String free(String wanted) {
      String candidate = wanted;
      while (!names.add(candidate)) {
        candidate = wanted + "_" + suffixes.merge(wanted, 1, Integer::sum);
      }
      return candidate;
    }

    /** Of two edges between the same nodes, the one of the replacement is kept. */
    private Graph result() {
      Graph.Builder builder = Graph.builder().attributes(graph.attributes());
      for (Node node : graph.nodes()) {
        if (!taken.contains(node.name())) {
          builder.node(node);
        }
      }
      added.values().forEach(builder::node);
      for (Edge edge : graph.edges()) {
        Edge instead = replaced.get(edge);
        if (instead != null) {
          builder.edge(instead);
        } else if (!taken.contains(edge.from()) && !taken.contains(edge.to())) {
          builder.edge(edge);
        }
      }
      edges.forEach(builder::edge);
      return builder.build();
    }
  }
}
