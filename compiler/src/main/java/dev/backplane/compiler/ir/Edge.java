package dev.backplane.compiler.ir;

/**
 * A connection from a node's output to an input of another node. Its attribute {@code input} is the
 * number of that input, from 0. Edges without it are inputs in the order in which they were added;
 * of the edges to a node, either all have the attribute or none. Immutable.
 *
 * @param from the name of the node it comes from
 * @param to the name of the node it goes to
 * @param attributes its attributes
 */
public record Edge(String from, String to, Attributes attributes) {
  /** The attribute that says which input of a node an edge is. */
  public static final String INPUT = "input";

  /**
   * Makes an edge that says which input it is.
   *
   * @param from the name of the node it comes from
   * @param to the name of the node it goes to
   * @param input which input of that node it is, from 0
   * @return the edge
   */
  public static Edge of(String from, String to, int input) {
    return new Edge(from, to, Attributes.NONE.with(INPUT, input));
  }

  /** {@return whether it says which input of its node it is} */
  public boolean isNumbered() {
    return attributes.has(INPUT);
  }

  /** {@return the edge as messages name it} */
  public String label() {
    return "edge " + from + " -> " + to;
  }
}
