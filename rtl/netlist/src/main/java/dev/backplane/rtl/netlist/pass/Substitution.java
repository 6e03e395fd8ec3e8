package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Operation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts a node in the place of another one, wherever expressions are computed from it. */
public final class Substitution {
  private final NodeGraph graph;
  private final Map<Node, Node> done = new HashMap<>();

  /**
   * A substitution.
   *
   * @param graph where expressions are made
   * @param what what is replaced
   * @param by what takes its place, of the same width
   */
  public Substitution(NodeGraph graph, Node what, Node by) {
    this.graph = graph;
    done.put(what, by);
  }

  /** {@return an expression after the substitution; itself if it does not depend on the node} */
  public Node in(Node node) {
    Node known = done.get(node);
    if (known != null) {
      return known;
    }
    List<Node> before = node.dependencies();
    List<Node> after = before.stream().map(this::in).toList();
    Node result = after.equals(before) ? node : rebuilt(node, after);
    done.put(node, result);
    return result;
  }

  private Node rebuilt(Node node, List<Node> of) {
    return switch (node) {
      case Node.Fixed fixed -> fixed;
      case Node.Source source -> source;
      case Node.MemoryRead read -> graph.memoryRead(read.memory(), read.width(), of.getFirst());
      case Node.Slice slice -> graph.slice(of.getFirst(), slice.lsb(), slice.width());
      case Node.Concat _ -> graph.concat(of);
      case Node.Compute compute ->
          compute.operation() == Operation.MUX
              ? graph.mux(of.get(2), of.get(1), of.get(0))
              : graph.compute(compute.operation(), compute.signed(), of, compute.width());
    };
  }
}
