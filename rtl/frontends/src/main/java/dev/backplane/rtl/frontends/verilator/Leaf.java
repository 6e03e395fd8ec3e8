package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import org.jspecify.annotations.Nullable;

/** One word of a variable that is not a memory: a leaf of its type. */
final class Leaf {
  private final Variable variable;
  private final String name;
  private final int width;

  Leaf(Variable variable, String name, int width) {
    this.variable = variable;
    this.name = name;
    this.width = width;
  }

  Variable variable() {
    return variable;
  }

  String name() {
    return name;
  }

  int width() {
    return width;
  }

  /** Tells whether it is an input of the design. */
  boolean isInput() {
    return variable.origin() == Variable.Origin.TOP_INPUT;
  }

  /** Its settled value. */
  Node read(NodeGraph graph) {
    return graph.source(this, width);
  }

  /** The leaf whose settled value a node is, or null if it is another value. */
  static @Nullable Leaf of(Node node) {
    return node instanceof Node.Source source && source.origin() instanceof Leaf leaf ? leaf : null;
  }

  @Override
  public String toString() {
    return name;
  }
}
