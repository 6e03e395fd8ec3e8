package dev.backplane.cli.view;

import dev.backplane.cli.report.Json;
import dev.backplane.view.Answer;
import dev.backplane.view.Tab;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report of the traffic through memory ports, as {@code --stats} gives it in JSON. */
final class StatsFile implements FileKind {
  @Override
  public String words() {
    return "a report of --stats in JSON";
  }

  @Override
  public String id() {
    return "stats";
  }

  @Override
  public boolean isOne(FileStart start) {
    return start.isJsonWith("ports", "kernel");
  }

  @Override
  public Tab tab(String id, String title, Path file) {
    Map<?, ?> read = JsonFile.object(file);
    List<Map<?, ?>> ports = JsonFile.objects(file, read, "ports");
    for (Map<?, ?> port : ports) {
      if (!(port.get("port") instanceof String) || !(port.get("cycles") instanceof Number)) {
        throw JsonFile.wrong(file, "one of its ports has no name or no cycles", null);
      }
    }
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    for (String key : List.of("kernel", "device", "cycles", "elapsed_ns")) {
      shown.put(key, read.get(key));
    }
    shown.put("ports", ports);
    Answer content = Answer.json(Json.text(shown));
    return new Tab(id, title, "stats.js", request -> content);
  }
}
