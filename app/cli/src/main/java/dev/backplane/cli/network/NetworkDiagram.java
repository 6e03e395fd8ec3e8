package dev.backplane.cli.network;

import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Report;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.GraphDiff;
import dev.backplane.compiler.ir.GraphJson;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.resource.ResourceEstimate;
import dev.backplane.compiler.resource.Resources;
import dev.backplane.view.diagram.Diagram;
import dev.backplane.view.diagram.Diagram.Box;
import dev.backplane.view.diagram.Diagram.End;
import dev.backplane.view.diagram.Diagram.Line;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Describes the graphs of a file: nodes, the bits of their results, and the hardware that each
 * needs.
 */
public final class NetworkDiagram {
  private static final int MOST_SHOWN = 200;

  private NetworkDiagram() {}

  /**
   * A graph as the page shows it.
   *
   * @param note why there are no bits or no hardware, where that is so
   * @param total the hardware of all nodes and the kernel around them
   * @param wrapper the hardware around the nodes
   */
  public record Described(
      String graph,
      int edges,
      @Nullable String note,
      List<Row> nodes,
      @Nullable Needs wrapper,
      @Nullable Needs total)
      implements Report {}

  /** A node. */
  public record Row(
      String node,
      String type,
      List<String> inputs,
      @Nullable List<Integer> shape,
      @Nullable Integer width,
      @Nullable Integer fraction,
      Map<String, String> attributes,
      @Nullable Needs needs)
      implements Report {}

  /** The hardware that a node needs, as far as its component estimates it. */
  public record Needs(long multipliers, long adders, long registerBits, long memoryBits)
      implements Report {
    static Needs of(Resources resources) {
      return new Needs(
          resources.multipliers(),
          resources.adders(),
          resources.registerBits(),
          resources.memoryBits());
    }
  }

  /** Reads the graphs of a file in the compiler's JSON. */
  public static Map<String, Graph> read(Path file) {
    try {
      return GraphJson.read(RegularFile.text(file, NetworkOptions.LARGEST_GRAPH)).graphs();
    } catch (IOException e) {
      throw UnreadableFile.at("view", file, e);
    } catch (CompilerException e) {
      throw e.in(file.toString());
    }
  }

  /** {@return what is known of a graph without its numbers, and with them if they have formats} */
  public static Described describe(String name, Graph graph) {
    TypedGraph typed = null;
    ResourceEstimate estimate = null;
    String note = null;
    try {
      Compiler compiler = Compiler.load();
      typed = compiler.infer(graph);
      estimate = compiler.resources().estimate(typed);
    } catch (CompilerException e) {
      note = e.getMessage();
    }
    List<Row> rows = new ArrayList<>();
    for (Node node : graph.topologicalOrder()) {
      rows.add(row(graph, node, typed, estimate));
    }
    return new Described(
        name,
        graph.edges().size(),
        note,
        rows,
        estimate == null ? null : Needs.of(estimate.wrapper()),
        estimate == null ? null : Needs.of(estimate.total()));
  }

  private static Row row(
      Graph graph, Node node, @Nullable TypedGraph typed, @Nullable ResourceEstimate estimate) {
    TensorType type = typed == null ? null : typed.type(node);
    Resources needs = estimate == null ? null : estimate.nodes().get(node.name());
    Map<String, String> attributes = new LinkedHashMap<>();
    for (Map.Entry<String, Attribute> each : node.attributes().values().entrySet()) {
      String text = GraphDiff.shown(each.getValue());
      attributes.put(
          each.getKey(), text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text);
    }
    return new Row(
        node.name(),
        node.type(),
        graph.incoming(node.name()).stream().map(Edge::from).toList(),
        type == null ? null : type.shape().extents(),
        type == null ? null : type.format().width(),
        type == null ? null : type.format().fraction(),
        attributes,
        needs == null ? null : Needs.of(needs));
  }

  /** {@return the boxes and lines of a graph} */
  public static Diagram of(Described graph) {
    List<Box> boxes = new ArrayList<>();
    List<Line> lines = new ArrayList<>();
    for (Row row : graph.nodes()) {
      List<String> text = new ArrayList<>();
      text.add(row.type());
      Optional.ofNullable(row.needs())
          .filter(needs -> needs.multipliers() + needs.adders() + needs.memoryBits() > 0)
          .ifPresent(
              needs ->
                  text.add(
                      "%s mul, %s add, %s bit"
                          .formatted(
                              Figures.grouped(needs.multipliers()),
                              Figures.grouped(needs.adders()),
                              Figures.grouped(needs.registerBits() + needs.memoryBits()))));
      boxes.add(new Box(row.node(), kind(row), row.node(), text, List.of()));
    }
    for (Row row : graph.nodes()) {
      for (String input : row.inputs()) {
        lines.add(
            new Line("tensor", bits(graph, input), new End(input, ""), new End(row.node(), "")));
      }
    }
    return new Diagram(boxes, lines, true);
  }

  private static String kind(Row row) {
    return row.type().equals(Node.INPUT) || row.type().equals(Node.OUTPUT) ? "end" : "layer";
  }

  private static String bits(Described graph, String node) {
    return graph.nodes().stream()
        .filter(row -> row.node().equals(node) && row.shape() != null)
        .map(row -> row.shape() + " × " + row.width() + " bit")
        .findFirst()
        .orElse("");
  }
}
