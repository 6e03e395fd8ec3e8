package dev.backplane.compiler.ir;

/** Graphs in the language of Graphviz, whose {@code dot} makes pictures of them. */
public final class GraphDot {
  private GraphDot() {}

  /**
   * Writes a graph.
   *
   * @param name the name of the graph
   * @param graph the graph
   * @return the text, which ends with a line feed
   */
  public static String write(String name, Graph graph) {
    StringBuilder text = new StringBuilder();
    text.append("digraph ").append(quoted(name)).append(" {\n  node [shape=box];\n");
    for (Node node : graph.nodes()) {
      text.append("  ").append(quoted(node.name())).append(" [label=");
      text.append(quoted(node.name() + "\n" + node.type())).append("];\n");
    }
    for (Edge edge : graph.edges()) {
      text.append("  ").append(quoted(edge.from())).append(" -> ");
      text.append(quoted(edge.to())).append(";\n");
    }
    return text.append("}\n").toString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
