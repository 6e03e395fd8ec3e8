package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Replaces sources in expressions, each expression once. */
final class Rewrite {
  private final NodeGraph graph;
  private final Function<Node.Source, @Nullable Node> replacement;
  private final boolean narrow;
  private final Map<Node, Node> done = new HashMap<>();
  private final Map<Part, Node> parts = new HashMap<>();

  private record Part(Node of, int lsb, int width) {}

  Rewrite(NodeGraph graph, Function<Node.Source, @Nullable Node> replacement) {
    this(graph, replacement, false);
  }

  /**
   * A rewriting.
   *
   * @param graph where expressions are made
   * @param replacement what stands for a source, or null if it stays
   * @param narrow whether parts of wide choices become choices of parts
   */
  Rewrite(NodeGraph graph, Function<Node.Source, @Nullable Node> replacement, boolean narrow) {
    this.graph = graph;
    this.replacement = replacement;
    this.narrow = narrow;
  }

  Node of(Node root) {
    Deque<Node> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Node node = open.element();
      if (done.containsKey(node)) {
        open.pop();
        continue;
      }
      boolean ready = true;
      for (Node need : node.dependencies()) {
        if (!done.containsKey(need)) {
          open.push(need);
          ready = false;
        }
      }
      if (ready) {
        open.pop();
        done.put(node, rebuilt(node));
      }
    }
    return get(root);
  }

  private Node get(Node node) {
    return Objects.requireNonNull(done.get(node));
  }

  private Node rebuilt(Node node) {
    if (node instanceof Node.Source source) {
      Node instead = replacement.apply(source);
      return instead == null ? source : instead;
    }
    List<Node> before = node.dependencies();
    List<Node> after = new ArrayList<>();
    before.forEach(each -> after.add(get(each)));
    if (narrow && node instanceof Node.Slice slice) {
      return part(after.getFirst(), slice.lsb(), slice.width());
    }
    if (after.equals(before)) {
      return node;
    }
    return switch (node) {
      case Node.Fixed fixed -> fixed;
      case Node.Source source -> source;
      case Node.MemoryRead read -> graph.memoryRead(read.memory(), read.width(), after.getFirst());
      case Node.Slice slice -> graph.slice(after.getFirst(), slice.lsb(), slice.width());
      case Node.Concat _ -> graph.concat(after);
      case Node.Compute compute ->
          compute.operation() == Operation.MUX
              ? graph.mux(after.get(2), after.get(1), after.get(0))
              : graph.compute(compute.operation(), compute.signed(), after, compute.width());
    };
  }

  private Node part(Node node, int lsb, int width) {
    Node piece = graph.slice(node, lsb, width);
    if (piece instanceof Node.Slice slice && slice.from() instanceof Node.Compute compute) {
      Part key = new Part(compute, slice.lsb(), width);
      Node known = parts.get(key);
      if (known == null) {
        known = ofCompute(compute, slice.lsb(), width, piece);
        parts.put(key, known);
      }
      return known;
    }
    if (piece instanceof Node.Concat concat) {
      return graph.concat(
          concat.parts().stream()
              .map(
                  each ->
                      each instanceof Node.Slice of ? part(of.from(), of.lsb(), of.width()) : each)
              .toList());
    }
    return piece;
  }

  private Node ofCompute(Node.Compute compute, int lsb, int width, Node otherwise) {
    List<Node> in = compute.inputs();
    return switch (compute.operation()) {
      case MUX -> graph.mux(in.get(2), part(in.get(1), lsb, width), part(in.get(0), lsb, width));
      case AND, OR, XOR, NOT ->
          in.stream().allMatch(each -> each.width() == compute.width())
              ? graph.compute(
                  compute.operation(),
                  false,
                  in.stream().map(each -> part(each, lsb, width)).toList(),
                  width)
              : otherwise;
      default -> otherwise;
    };
  }

  /** {@return all sources of an expression} */
  static List<Node.Source> sources(Node root) {
    List<Node.Source> sources = new ArrayList<>();
    Map<Node, Boolean> seen = new HashMap<>();
    Deque<Node> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Node node = open.pop();
      if (seen.put(node, true) == null) {
        if (node instanceof Node.Source source) {
          sources.add(source);
        }
        node.dependencies().forEach(open::push);
      }
    }
    return sources;
  }
}
