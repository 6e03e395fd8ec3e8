package dev.backplane.compiler.ir;

/**
 * That a node's output goes to another node. Immutable.
 *
 * @param from the name of the node it comes from
 * @param to the name of the node it goes to
 * @param attributes what else is known
 */
public record Edge(String from, String to, Attributes attributes) {
  /** {@return the edge as messages name it} */
  public String label() {
    return "edge " + from + " -> " + to;
  }
}
