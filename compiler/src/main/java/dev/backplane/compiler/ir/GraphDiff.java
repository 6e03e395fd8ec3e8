package dev.backplane.compiler.ir;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two registries, a line for each graph, node, edge or attribute that was
 * added ({@code +}), removed ({@code -}) or changed ({@code ~}). The order of nodes makes no
 * difference, that of a node's inputs does.
 */
public final class GraphDiff {
  private final List<String> lines = new ArrayList<>();

  private GraphDiff() {}

  /**
   * Compares registries.
   *
   * @param before the one that was
   * @param after the one that is
   * @return the differences, in the order of {@code before}; none if the registries compute the
   *     same
   */
  public static List<String> between(Registry before, Registry after) {
    GraphDiff diff = new GraphDiff();
    diff.members(
        before.graphs(),
        after.graphs(),
        (name, _) -> "graph " + name,
        (name, one, other) -> diff.graph("graph " + name, one, other));
    return List.copyOf(diff.lines);
  }

  @FunctionalInterface
  private interface Label<T> {
    String of(String name, T member);
  }

  @FunctionalInterface
  private interface Comparison<T> {
    void compare(String name, T before, T after);
  }

  private <T> void members(
      Map<String, T> before, Map<String, T> after, Label<T> label, Comparison<T> both) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    for (String name : names) {
      T one = before.get(name);
      T other = after.get(name);
      if (one == null && other != null) {
        lines.add("+ " + label.of(name, other));
      } else if (one != null && other == null) {
        lines.add("- " + label.of(name, one));
      } else if (one != null && other != null) {
        both.compare(name, one, other);
      }
    }
  }

  private void graph(String place, Graph before, Graph after) {
    attributes(place, before.attributes(), after.attributes());
    members(
        nodes(before),
        nodes(after),
        (_, node) -> place + ", " + node.label() + ": " + node.type(),
        (_, one, other) -> node(place + ", " + one.label(), one, other));
    members(
        edges(before),
        edges(after),
        (_, edge) -> place + ", " + edge.label(),
        (_, one, other) ->
            attributes(place + ", " + one.label(), one.attributes(), other.attributes()));
    for (Node node : before.nodes()) {
      if (after.has(node.name())) {
        List<String> one = sources(before, node);
        List<String> other = sources(after, node);
        if (!one.equals(other) && Set.copyOf(one).equals(Set.copyOf(other))) {
          changed(place + ", " + node.label() + ", inputs", one.toString(), other.toString());
        }
      }
    }
  }

  private void node(String place, Node before, Node after) {
    if (!before.type().equals(after.type())) {
      changed(place + ", type", before.type(), after.type());
    }
    attributes(place, before.attributes(), after.attributes());
  }

  private void attributes(String place, Attributes before, Attributes after) {
    members(
        before.values(),
        after.values(),
        (name, value) -> place + ", attribute " + name + ": " + shown(value),
        (name, one, other) -> {
          if (one instanceof Attributes group && other instanceof Attributes others) {
            attributes(place + ", attribute " + name, group, others);
          } else if (!one.equals(other)) {
            String where = firstDifference(one, other);
            changed(
                place + ", attribute " + name,
                shown(one),
                shown(other) + (where == null ? "" : where));
          }
        });
  }

  private void changed(String place, String before, String after) {
    lines.add("~ " + place + ": " + before + " -> " + after);
  }

  /** Of tensors that look the same: how many elements differ, and the first of them. */
  private static @Nullable String firstDifference(Attribute one, Attribute other) {
    int first = -1;
    int count = 0;
    String change = "";
    if (one instanceof IntegerTensor a
        && other instanceof IntegerTensor b
        && a.shape().equals(b.shape())) {
      for (int i = 0; i < a.size(); i++) {
        if (a.get(i) != b.get(i)) {
          first = first < 0 ? i : first;
          change = count++ == 0 ? a.get(i) + " -> " + b.get(i) : change;
        }
      }
    } else if (one instanceof RealTensor a
        && other instanceof RealTensor b
        && a.shape().equals(b.shape())) {
      for (int i = 0; i < a.size(); i++) {
        if (Double.compare(a.get(i), b.get(i)) != 0) {
          first = first < 0 ? i : first;
          change = count++ == 0 ? a.get(i) + " -> " + b.get(i) : change;
        }
      }
    } else {
      return null;
    }
    return ", " + count + " elements differ, the first at " + first + ": " + change;
  }

  /** {@return a value as a person reads it: of tensors the shape} */
  public static String shown(Attribute value) {
    return switch (value) {
      case Attribute.Whole(long number) -> Long.toString(number);
      case Attribute.Real(double number) -> Double.toString(number);
      case Attribute.Text(String text) -> '"' + text + '"';
      case Attribute.Flag(boolean flag) -> Boolean.toString(flag);
      case Attribute.Sequence(List<Attribute> elements) ->
          elements.stream().map(GraphDiff::shown).collect(Collectors.joining(", ", "[", "]"));
      case Attributes group ->
          group.values().entrySet().stream()
              .map(entry -> entry.getKey() + ": " + shown(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case IntegerTensor tensor -> "integers " + tensor.shape();
      case RealTensor tensor -> "reals " + tensor.shape();
    };
  }

  private static Map<String, Node> nodes(Graph graph) {
    Map<String, Node> nodes = new LinkedHashMap<>();
    graph.nodes().forEach(node -> nodes.put(node.name(), node));
    return nodes;
  }

  private static Map<String, Edge> edges(Graph graph) {
    Map<String, Edge> edges = new LinkedHashMap<>();
    graph.edges().forEach(edge -> edges.put(edge.label(), edge));
    return edges;
  }

  private static List<String> sources(Graph graph, Node node) {
    return graph.incoming(node.name()).stream().map(Edge::from).toList();
  }
}
