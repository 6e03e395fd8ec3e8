package dev.backplane.compiler.ir;

import dev.backplane.svg.Svg;
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
        text { font-family: sans-serif; font-size: 12px; fill: #555; text-anchor: middle; }
        .title { font-size: 16px; fill: #111; text-anchor: start; }
        .name { font-weight: bold; fill: #111; }
        .type { fill: #0b5394; }
        rect { fill: #f6f8fa; stroke: #57606a; rx: 6px; }
        rect.end { fill: #e6f2e6; stroke: #3a7d44; }
        path { fill: none; stroke: #57606a; stroke-width: 1.3px; }
        marker path { fill: #57606a; stroke: none; }
      """;

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
    Svg svg = new Svg(right, bottom).style(STYLE).arrow("arrow");
    svg.element("rect", "width", "100%", "height", "100%", "style", "fill: #fff; stroke: none");
    svg.text(MARGIN, MARGIN + 14, name, "class", "title");
    graph.edges().forEach(edge -> edge(svg, edge));
    graph.nodes().forEach(node -> node(svg, node));
    return svg.text();
  }

  private void edge(Svg svg, Edge edge) {
    Node from = graph.node(edge.from());
    double x = MARGIN + layout.place(from).x;
    double y = tops.get(layout.layer(edge.from())) + height(from);
    StringBuilder way = new StringBuilder("M").append(point(x, y));
    int layer = layout.layer(edge.from()) + 1;
    for (LayeredLayout.Place lane : layout.lanes(edge)) {
      way.append(curve(x, y, MARGIN + lane.x, tops.get(layer++)));
      x = MARGIN + lane.x;
      y = tops.get(layer) - LAYER_GAP;
      way.append(" L").append(point(x, y));
    }
    way.append(curve(x, y, MARGIN + layout.place(graph.node(edge.to())).x, tops.get(layer)));
    svg.begin("path", "marker-end", "url(#arrow)", "d", way);
    svg.title(edge.from() + " -> " + edge.to()).end();
  }

  private static String curve(double x, double y, double toX, double toY) {
    double middle = (y + toY) / 2;
    return " C" + point(x, middle) + " " + point(toX, middle) + " " + point(toX, toY);
  }

  private static String point(double x, double y) {
    return Svg.number(x) + " " + Svg.number(y);
  }

  private void node(Svg svg, Node node) {
    LayeredLayout.Place place = layout.place(node);
    double x = MARGIN + place.x;
    double y = tops.get(layout.layer(node.name()));
    boolean end = node.type().equals(Node.INPUT) || node.type().equals(Node.OUTPUT);
    svg.begin("g").title(node.name() + ": " + node.type());
    svg.rectangle(
        x - place.width / 2, y, place.width, height(node), "class", end ? "end" : "inner");
    double baseline = y + LINE + 4;
    svg.text(x, baseline, cut(node.name()), "class", "name");
    String kind = "type";
    for (String detail : details.getOrDefault(node.name(), List.of())) {
      baseline += LINE;
      svg.text(x, baseline, detail, "class", kind);
      kind = "detail";
    }
    svg.end();
  }
}
