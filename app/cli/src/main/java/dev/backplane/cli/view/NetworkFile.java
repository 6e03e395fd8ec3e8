package dev.backplane.cli.view;

import dev.backplane.cli.network.NetworkDiagram;
import dev.backplane.cli.network.NetworkDiagram.Described;
import dev.backplane.cli.report.Json;
import dev.backplane.view.Answer;
import dev.backplane.view.Tab;
import dev.backplane.view.diagram.DiagramLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Graphs in the compiler's JSON. */
final class NetworkFile implements FileKind {
  @Override
  public String words() {
    return "a network.json of the compiler";
  }

  @Override
  public String id() {
    return "network";
  }

  @Override
  public boolean isOne(FileStart start) {
    return start.isJsonWith("format") && start.text().contains("backplane-ir");
  }

  @Override
  public Tab tab(String id, String title, Path file) {
    List<Described> graphs =
        NetworkDiagram.read(file).entrySet().stream()
            .map(each -> NetworkDiagram.describe(each.getKey(), each.getValue()))
            .toList();
    Answer content = Answer.json(Json.text(Map.of("graphs", graphs)));
    return new Tab(
        id,
        title,
        "network.js",
        request ->
            switch (request.path()) {
              case "" -> content;
              case "diagram" -> diagram(graphs, request.number("index", 0));
              default -> Answer.notFound(request.path());
            });
  }

  private static Answer diagram(List<Described> graphs, long index) {
    return index < 0 || index >= graphs.size()
        ? Answer.notFound("graph " + index)
        : Answer.json(Json.text(DiagramLayout.of(NetworkDiagram.of(graphs.get((int) index)))));
  }
}
