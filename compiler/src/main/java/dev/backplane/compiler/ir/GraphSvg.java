package dev.backplane.compiler.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pictures of graphs as SVG: data flows down, a box for each node. The same graph, the same bytes.
 */
public final class GraphSvg {
  private static final double MARGIN = 24;
  private static final double TITLE = 34;
  private static final double LINE = 16;
  private static final double LAYER_GAP = 44;
  private static final int LONGEST = 34;
  private static final int MOST_LINES = 6;

  private static final String STYLE =
      """
      <style>
        text { font-family: sans-serif; font-size: 12px; fill: #555; text-anchor: middle; }
        .title { font-size: 16px; fill: #111; text-anchor: start; }
        .name { font-weight: bold; fill: #111; }
        .type { fill: #0b5394; }
        rect { fill: #f6f8fa; stroke: #57606a; rx: 6px; }
        rect.end { fill: #e6f2e6; stroke: #3a7d44; }
        path { fill: none; stroke: #57606a; stroke-width: 1.3px; }
        marker path { fill: #57606a; stroke: none; }
      </style>
      <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" \
      orient="auto"><path d="M0 0 L8 4 L0 8 z"/></marker>
      """;

  private final StringBuilder text = new StringBuilder();
  private final String name;
  private final Graph graph;
  private final Map<String, List<String>> details = new HashMap<>();
  private final LayeredLayout layout;
  private final List<Double> tops = new ArrayList<>();

  private GraphSvg(String name, Graph graph) {
    this.name = name;
    this.graph = graph;
    Map<String, Double> widths = new HashMap<>();
    for (Node node : graph.nodes()) {
      List<String> lines = details(node);
      details.put(node.name(), lines);
      double longest = 1.1 * cut(node.name()).length();
      for (String line : lines) {
        longest = Math.max(longest, line.length());
      }
      widths.put(node.name(), Math.max(90, 6.7 * longest + 20));
    }
    this.layout = new LayeredLayout(graph, widths);
  }

  /**
   * Draws a graph.
   *
   * @param name the name of the graph
   * @param graph the graph
   * @return the picture, which ends with a line feed
   * @throws dev.backplane.compiler.CompilerException with {@link
   *     dev.backplane.compiler.CompilerError#CYCLE} if data flows in a circle
   */
  public static String write(String name, Graph graph) {
    return new GraphSvg(name, graph).draw();
  }

  private static List<String> details(Node node) {
    List<String> lines = new ArrayList<>();
    lines.add(cut(node.type()));
    for (Map.Entry<String, Attribute> entry : node.attributes().values().entrySet()) {
      if (lines.size() == MOST_LINES) {
        lines.set(MOST_LINES - 1, "\u2026");
        break;
      }
      lines.add(cut(entry.getKey() + ": " + GraphDiff.shown(entry.getValue())));
    }
    return lines;
  }

  private static String cut(String line) {
    return line.codePointCount(0, line.length()) <= LONGEST
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST - 1)) + "\u2026";
  }

  private double height(Node node) {
    return LINE * (1 + details.getOrDefault(node.name(), List.of()).size()) + 14;
  }

  private String draw() {
    double[] heights = new double[layout.layers()];
    for (Node node : graph.nodes()) {
      int layer = layout.layer(node.name());
      heights[layer] = Math.max(heights[layer], height(node));
    }
    double y = MARGIN + TITLE;
    for (double height : heights) {
      tops.add(y);
      y += height + LAYER_GAP;
    }
    double bottom = y - (heights.length == 0 ? 0 : LAYER_GAP) + MARGIN;
    double right = Math.max(layout.width() + 2 * MARGIN, 9.5 * name.length() + 2 * MARGIN);
    text.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$s\" height=\"%2$s\" viewBox=\"0 0 %1$s %2$s\">\n"
            .formatted(dots(right), dots(bottom)));
    text.append(STYLE);
    text.append("<rect x=\"0\" y=\"0\" width=\"100%\" height=\"100%\"")
        .append(" style=\"fill: #fff; stroke: none\"/>\n");
    line("title", MARGIN, MARGIN + 14, name);
    graph.edges().forEach(this::edge);
    graph.nodes().forEach(this::node);
    return text.append("</svg>\n").toString();
  }

  private void edge(Edge edge) {
    Node from = graph.node(edge.from());
    double x = MARGIN + layout.place(from).x;
    double y = tops.get(layout.layer(edge.from())) + height(from);
    text.append("<path marker-end=\"url(#arrow)\" d=\"M%s %s".formatted(dots(x), dots(y)));
    int layer = layout.layer(edge.from()) + 1;
    for (LayeredLayout.Place lane : layout.lanes(edge)) {
      double top = tops.get(layer++);
      curve(x, y, MARGIN + lane.x, top);
      x = MARGIN + lane.x;
      y = tops.get(layer) - LAYER_GAP;
      text.append(" L%s %s".formatted(dots(x), dots(y)));
    }
    curve(x, y, MARGIN + layout.place(graph.node(edge.to())).x, tops.get(layer));
    text.append("\"><title>").append(escaped(edge.from() + " -> " + edge.to()));
    text.append("</title></path>\n");
  }

  private void curve(double x, double y, double toX, double toY) {
    double middle = (y + toY) / 2;
    text.append(
        " C%s %s %s %s %s %s"
            .formatted(dots(x), dots(middle), dots(toX), dots(middle), dots(toX), dots(toY)));
  }

  private void node(Node node) {
    LayeredLayout.Place place = layout.place(node);
    double x = MARGIN + place.x;
    double y = tops.get(layout.layer(node.name()));
    boolean end = node.type().equals(Node.INPUT) || node.type().equals(Node.OUTPUT);
    text.append(
        "<g><title>%s</title><rect %sx=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>\n"
            .formatted(
                escaped(node.name() + ": " + node.type()),
                end ? "class=\"end\" " : "",
                dots(x - place.width / 2),
                dots(y),
                dots(place.width),
                dots(height(node))));
    double baseline = y + LINE + 4;
    line("name", x, baseline, cut(node.name()));
    String kind = "type";
    for (String detail : details.getOrDefault(node.name(), List.of())) {
      baseline += LINE;
      line(kind, x, baseline, detail);
      kind = "detail";
    }
    text.append("</g>\n");
  }

  private void line(String kind, double x, double y, String words) {
    text.append(
        "<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>\n"
            .formatted(kind, dots(x), dots(y), escaped(words)));
  }

  /** A whole number is written alike in every locale. */
  private static String dots(double length) {
    return Long.toString(Math.round(length));
  }

  /** Characters that XML does not have become a question mark. */
  private static String escaped(String words) {
    StringBuilder escaped = new StringBuilder(words.length());
    words
        .codePoints()
        .forEach(
            each -> {
              switch (each) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default ->
                    escaped.appendCodePoint(
                        each < ' ' || each == 0xfffe || each == 0xffff || isHalf(each)
                            ? '?'
                            : each);
              }
            });
    return escaped.toString();
  }

  private static boolean isHalf(int character) {
    return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
  }
}
