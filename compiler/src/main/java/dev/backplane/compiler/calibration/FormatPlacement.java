package dev.backplane.compiler.calibration;

import dev.backplane.compiler.component.Components;
import dev.backplane.compiler.component.FormatAttributes;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Puts chosen formats into a graph. What is joined gets the format of the whole, so that it is
 * rounded once; a node that needs another format than its input has gets a {@code requantize}
 * before it. For use by one thread.
 */
final class FormatPlacement {
  private static final String CONCAT = "concat";

  /** Nodes that give some of their inputs' numbers in the same format. */
  private static final Set<String> KEEPING =
      Set.of("relu", "max_pool1d", "max_pool2d", "flatten", "permute", "hard_tanh");

  /** Nodes whose results have a plain format that does not depend on their inputs. */
  private static final Set<String> COUNTING = Set.of("argmax", "counter", "sign", "thresholds");

  private final Graph graph;
  private final Components components;
  private final BiFunction<String, Integer, FixedPoint> plain;
  private final Map<String, Attributes> changed = new HashMap<>();

  FormatPlacement(
      Graph graph, Components components, BiFunction<String, Integer, FixedPoint> plain) {
    this.graph = graph;
    this.components = components;
    this.plain = plain;
  }

  void put(String node, FixedPoint format) {
    changed.put(node, FormatAttributes.write(attributes(node), format));
  }

  void put(String node, Attributes more) {
    changed.put(node, attributes(node).merge(more));
  }

  private Attributes attributes(String node) {
    return changed.getOrDefault(node, graph.node(node).attributes());
  }

  Graph placed() {
    graph.nodes().stream().filter(node -> node.type().equals(CONCAT)).forEach(this::join);
    Graph.Builder builder = Graph.builder().attributes(graph.attributes());
    graph.nodes().forEach(node -> builder.node(node.withAttributes(attributes(node.name()))));
    graph.edges().forEach(builder::edge);
    Graph formatted = builder.build();
    Graph.Builder result = Graph.builder().attributes(graph.attributes());
    formatted.nodes().forEach(result::node);
    int added = 0;
    for (Edge edge : formatted.edges()) {
      FixedPoint given = format(formatted, components, edge.from());
      FixedPoint needed = needed(formatted, edge, given);
      if (needed.equals(given)) {
        result.edge(edge);
        continue;
      }
      String name = "requantized" + added;
      while (formatted.nodes().stream().map(Node::name).toList().contains(name)) {
        added++;
        name = "requantized" + added;
      }
      added++;
      result.node(name, "requantize", FormatAttributes.write(Attributes.NONE, needed));
      result.edge(new Edge(edge.from(), name, Attributes.NONE));
      result.edge(new Edge(name, edge.to(), edge.attributes()));
    }
    return result.build();
  }

  private FixedPoint needed(Graph formatted, Edge edge, FixedPoint given) {
    Node reader = formatted.node(edge.to());
    if (!components.of(reader).allowsScale() && !given.isPlain()) {
      return plain.apply(edge.from(), given.width());
    }
    if (reader.type().equals(CONCAT)) {
      FixedPoint whole = format(formatted, components, reader.name());
      return whole.isShiftedFrom(given) ? given : whole;
    }
    return given;
  }

  /** Gives what leads to a concatenation alone its format. */
  private void join(Node concat) {
    if (!attributes(concat.name()).has("fraction")) {
      return;
    }
    FixedPoint whole = FormatAttributes.read(attributes(concat.name()));
    if (whole.isPlain()) {
      // Numbers of another fraction are only shifted.
      return;
    }
    for (Edge edge : graph.incoming(concat.name())) {
      String source = edge.from();
      while (isReadOnce(source)
          && KEEPING.contains(graph.node(source).type())
          && !attributes(source).has("width")) {
        source = graph.incoming(source).getFirst().from();
      }
      boolean wasOpen = !graph.node(source).attributes().has("fraction");
      if (isReadOnce(source)
          && wasOpen
          && attributes(source).has("fraction")
          && attributes(source).integer("width") == whole.width()
          && components.of(graph.node(source)).allowsScale()) {
        put(source, whole);
      }
    }
  }

  private boolean isReadOnce(String node) {
    return graph.outgoing(node).size() == 1;
  }

  /** {@return the format of what a node gives, in a graph without open formats} */
  static FixedPoint format(Graph graph, Components components, String name) {
    Node node = graph.node(name);
    while (true) {
      if (node.attributes().has("width") && node.attributes().has("fraction")) {
        return FormatAttributes.read(node.attributes());
      }
      List<Edge> incoming = graph.incoming(node.name());
      if (incoming.isEmpty()
          || COUNTING.contains(node.type())
          || !components.of(node).allowsScale()) {
        return new FixedPoint(2, 0);
      }
      node = graph.node(incoming.getFirst().from());
    }
  }
}
