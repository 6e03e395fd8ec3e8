package dev.backplane.cli.network;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.TextTable;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.GraphDiff;
import dev.backplane.compiler.ir.GraphDot;
import dev.backplane.compiler.ir.GraphJson;
import dev.backplane.compiler.ir.GraphSvg;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Registry;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Shows graphs of the compiler, and what is different between two files of them. */
public final class GraphCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> file =
      parameter(Path.class, "FILE").about("Graphs in the compiler's JSON.");

  private final Option<String> name =
      option(String.class, "--graph")
          .label("NAME")
          .about("Which graph of the file is drawn; needed if there are several.");

  private final Option<Boolean> svg = flag("--svg").about("Draw the graph as SVG.");

  private final Option<Boolean> dot = flag("--dot").about("Write the graph for Graphviz.");

  private final Option<Path> other =
      option(Path.class, "--diff").label("OTHER").about("Show what another file has different.");

  private final Option<Path> output =
      option(Path.class, "-o", "--output")
          .label("OUTPUT")
          .about("Write the drawing into this file instead of printing it.");

  private final Option<Boolean> json =
      flag("--json").about("Print one JSON object, of the graphs or of --diff.");

  public GraphCommand(CommonOptions common) {
    super("graph", "Show, draw and compare graphs of the compiler.");
    footer(
        "",
        "Examples:",
        "  backplane graph network.json",
        "  backplane graph network.json --svg -o network.svg",
        "  backplane graph network.json --diff quantized.json");
    exitCode(ExitCode.FAILED, "--diff shows a difference, or it was tried and failed.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    if ((svg.get() ? 1 : 0) + (dot.get() ? 1 : 0) + (other.isPresent() ? 1 : 0) > 1) {
      throw mistake("--svg, --dot and --diff exclude each other");
    }
    if (output.isPresent() && !svg.get() && !dot.get()) {
      throw mistake("-o is for --svg and --dot");
    }
    if (json.get() && (svg.get() || dot.get())) {
      throw mistake("--json does not go with --svg and --dot, which are forms of their own");
    }
    Registry registry = read(file.get());
    if (other.isPresent()) {
      List<String> lines = GraphDiff.between(registry, read(other.get()));
      if (json.get()) {
        Json.print(common.console().out(), new Compared(lines));
      } else {
        lines.forEach(common.console().out()::println);
      }
      return lines.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
    if (svg.get() || dot.get()) {
      Map.Entry<String, Graph> graph = chosen(registry);
      write(
          svg.get()
              ? GraphSvg.write(graph.getKey(), graph.getValue())
              : GraphDot.write(graph.getKey(), graph.getValue()));
    } else if (json.get()) {
      Json.print(
          common.console().out(),
          new Listed(
              registry.graphs().entrySet().stream()
                  .map(each -> GraphRow.of(each.getKey(), each.getValue()))
                  .toList()));
    } else {
      registry.graphs().forEach(this::print);
    }
    return ExitCode.OK;
  }

  private record Compared(List<String> differences) implements Report {}

  private record Listed(List<GraphRow> graphs) implements Report {}

  private record GraphRow(String graph, int edges, List<NodeRow> nodes) implements Report {
    static GraphRow of(String name, Graph graph) {
      return new GraphRow(
          name,
          graph.edges().size(),
          graph.topologicalOrder().stream().map(node -> NodeRow.of(graph, node)).toList());
    }
  }

  private record NodeRow(String node, String type, List<String> inputs, List<String> attributes)
      implements Report {
    static NodeRow of(Graph graph, Node node) {
      return new NodeRow(
          node.name(),
          node.type(),
          graph.incoming(node.name()).stream().map(edge -> edge.from()).toList(),
          List.copyOf(node.attributes().values().keySet()));
    }
  }

  private static Registry read(Path file) {
    String text;
    try {
      text = RegularFile.text(file, NetworkOptions.LARGEST_GRAPH);
    } catch (IOException e) {
      throw UnreadableFile.at("read", file, e);
    }
    try {
      return GraphJson.read(text);
    } catch (CompilerException e) {
      throw e.in(file.toString());
    }
  }

  private Map.Entry<String, Graph> chosen(Registry registry) {
    Map<String, Graph> graphs = registry.graphs();
    if (name.isPresent() || graphs.size() != 1) {
      Graph graph = graphs.get(name.optional().orElse(""));
      if (graph == null) {
        throw mistake("name a graph with --graph; the file has " + graphs.keySet());
      }
      return Map.entry(name.get(), graph);
    }
    return registry.graphs().firstEntry();
  }

  private void write(String text) {
    if (output.isPresent()) {
      try (OutputFile target = OutputFile.at(output.get())) {
        target.write(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)));
      }
    } else {
      common.console().out().print(text);
      common.console().out().flush();
    }
  }

  private void print(String title, Graph graph) {
    PrintWriter out = common.console().out();
    out.println(title + ": " + graph.nodes().size() + " nodes, " + graph.edges().size() + " edges");
    TextTable table = new TextTable("NODE", "TYPE", "INPUTS", "ATTRIBUTES");
    for (NodeRow row : GraphRow.of(title, graph).nodes()) {
      table.row(
          row.node(),
          row.type(),
          row.inputs().isEmpty() ? "-" : String.join(" ", row.inputs()),
          row.attributes().isEmpty() ? "-" : String.join(" ", row.attributes()));
    }
    table.print(out);
  }
}
