package dev.backplane.compiler.rewrite;

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
import java.util.function.Predicate;

/**
 * A small connected graph of conditions. It matches nodes that meet them and have the edges of the
 * pattern, and no others between them. Interface nodes stay when the rest is replaced. Immutable.
 *
 * <p>Matching begins at one node of the pattern, the anchor, and goes along edges: where nodes have
 * few neighbours, as in chains, finding all matches takes time linear in the graph.
 */
public final class Pattern {
  private final Map<String, Predicate<? super Node>> conditions;
  private final Set<Ends> edges;
  private final Set<String> interfaceNodes;
  private final String anchor;
  private final List<Step> steps;

  private record Ends(String from, String to) {}

  /** One more pattern node, reached along an edge from one that is matched before. */
  private record Step(String known, String reached, boolean forward) {}

  private Pattern(Builder builder) {
    conditions = new LinkedHashMap<>(builder.conditions);
    edges = Set.copyOf(builder.edges);
    interfaceNodes = Set.copyOf(builder.interfaceNodes);
    anchor =
        conditions.keySet().stream()
            .filter(name -> !interfaceNodes.contains(name))
            .findFirst()
            .orElseThrow(() -> bad("every node is an interface node: nothing would be replaced"));
    steps = steps(builder.edges);
  }

  /** {@return a builder of a pattern without nodes} */
  public static Builder builder() {
    return new Builder();
  }

  private List<Step> steps(List<Ends> ordered) {
    List<Step> found = new ArrayList<>();
    Set<String> known = new HashSet<>(Set.of(anchor));
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Ends ends : ordered) {
        if (known.contains(ends.from()) && known.add(ends.to())) {
          found.add(new Step(ends.from(), ends.to(), true));
          grows = true;
        } else if (known.contains(ends.to()) && known.add(ends.from())) {
          found.add(new Step(ends.to(), ends.from(), false));
          grows = true;
        }
      }
    }
    if (known.size() < conditions.size()) {
      throw bad("its nodes are not connected");
    }
    return List.copyOf(found);
  }

  Set<String> interfaceNodes() {
    return interfaceNodes;
  }

  boolean replaces(String patternNode) {
    return !interfaceNodes.contains(patternNode);
  }

  /**
   * Finds a match with a node at the anchor.
   *
   * @param taken names of nodes that are replaced already
   * @param kept names of nodes that have to stay
   * @return the names of the graph's nodes by those of the pattern, or an empty map
   */
  Map<String, String> match(Graph graph, Node at, Set<String> taken, Set<String> kept) {
    Map<String, String> matched = new HashMap<>();
    return accepts(anchor, at, matched, taken, kept)
            && extend(graph, 0, matched, at.name(), taken, kept)
        ? matched
        : Map.of();
  }

  private boolean extend(
      Graph graph,
      int step,
      Map<String, String> matched,
      String anchorName,
      Set<String> taken,
      Set<String> kept) {
    if (step == 0) {
      matched.put(anchor, anchorName);
    }
    if (step == steps.size()) {
      return hasItsEdges(graph, matched);
    }
    Step next = steps.get(step);
    String from = matched.getOrDefault(next.known(), anchorName);
    for (Edge edge : next.forward() ? graph.outgoing(from) : graph.incoming(from)) {
      Node candidate = graph.node(next.forward() ? edge.to() : edge.from());
      if (accepts(next.reached(), candidate, matched, taken, kept)) {
        matched.put(next.reached(), candidate.name());
        if (extend(graph, step + 1, matched, anchorName, taken, kept)) {
          return true;
        }
        matched.remove(next.reached());
      }
    }
    return false;
  }

  private boolean accepts(
      String patternNode,
      Node node,
      Map<String, String> matched,
      Set<String> taken,
      Set<String> kept) {
    Predicate<? super Node> condition = conditions.get(patternNode);
    return condition != null
        && condition.test(node)
        && !matched.containsValue(node.name())
        && !taken.contains(node.name())
        && !(replaces(patternNode) && kept.contains(node.name()));
  }

  /** Induced on the match, and nothing that is replaced has an edge to the outside. */
  private boolean hasItsEdges(Graph graph, Map<String, String> matched) {
    Map<String, String> byName = new HashMap<>();
    matched.forEach((patternNode, name) -> byName.put(name, patternNode));
    int inside = 0;
    for (Map.Entry<String, String> entry : matched.entrySet()) {
      for (Edge edge : graph.outgoing(entry.getValue())) {
        String to = byName.get(edge.to());
        if (to == null) {
          if (replaces(entry.getKey())) {
            return false;
          }
        } else if (edges.contains(new Ends(entry.getKey(), to))) {
          inside++;
        } else {
          return false;
        }
      }
      if (replaces(entry.getKey())
          && graph.incoming(entry.getValue()).stream()
              .anyMatch(edge -> !byName.containsKey(edge.from()))) {
        return false;
      }
    }
    return inside == edges.size();
  }

  private static CompilerException bad(String text) {
    return new CompilerException(CompilerError.BAD_RULE, "pattern", text);
  }

  /** Builds a pattern. For use by one thread. */
  public static final class Builder {
    private final Map<String, Predicate<? super Node>> conditions = new LinkedHashMap<>();
    private final List<Ends> edges = new ArrayList<>();
    private final Set<String> interfaceNodes = new HashSet<>();

    private Builder() {}

    /**
     * Adds a node that is replaced.
     *
     * @param name its name in the pattern
     * @param condition what the graph's node must meet
     * @return this builder
     */
    public Builder node(String name, Predicate<? super Node> condition) {
      if (conditions.putIfAbsent(name, condition) != null) {
        throw bad("there are two nodes " + name);
      }
      return this;
    }

    /** {@return this builder, with a node of a type that is replaced} */
    public Builder node(String name, String type) {
      return node(name, node -> node.type().equals(type));
    }

    /** {@return this builder, with a node of any type that stays} */
    public Builder interfaceNode(String name) {
      interfaceNodes.add(name);
      return node(name, _ -> true);
    }

    /** {@return this builder, with an edge between two of its nodes} */
    public Builder edge(String from, String to) {
      for (String end : List.of(from, to)) {
        if (!conditions.containsKey(end)) {
          throw bad("an edge names " + end + ", and there is no such node");
        }
      }
      edges.add(new Ends(from, to));
      return this;
    }

    /**
     * Builds the pattern.
     *
     * @return the pattern
     * @throws CompilerException with {@link CompilerError#BAD_RULE} if it is not connected, or
     *     nothing would be replaced
     */
    public Pattern build() {
      return new Pattern(this);
    }
  }
}
