package dev.backplane.compiler.ir;

/**
 * A node of a graph. Immutable.
 *
 * @param name its name, unique in its graph
 * @param type what it is, for example {@code linear}
 * @param attributes what else is known
 */
public record Node(String name, String type, Attributes attributes) {
  /** The type of the node that a graph's input comes from. */
  public static final String INPUT = "input";

  /** The type of the node that a graph's output goes to. */
  public static final String OUTPUT = "output";

  /** {@return this node with other attributes} */
  public Node withAttributes(Attributes others) {
    return new Node(name, type, others);
  }

  /** {@return the node as messages name it} */
  public String label() {
    return "node " + name;
  }
}
