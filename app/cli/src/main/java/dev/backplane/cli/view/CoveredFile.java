package dev.backplane.cli.view;

import dev.backplane.cli.report.Json;
import dev.backplane.view.Answer;
import dev.backplane.view.Request;
import dev.backplane.view.Tab;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A report of coverage, as {@code test --coverage} writes it: JSON, or a tracefile of lcov. */
final class CoveredFile implements FileKind {
  private static final long LARGEST_SOURCE = 16 << 20;

  @Override
  public String words() {
    return "a coverage file (.json, .info)";
  }

  @Override
  public String id() {
    return "coverage";
  }

  @Override
  public boolean isOne(FileStart start) {
    return start.startsWith("TN:")
        || start.startsWith("SF:")
        || start.isNamed(".info")
        || start.isJsonWith("files", "lines", "branches");
  }

  /**
   * A source of the report.
   *
   * @param file its name in the report
   * @param lines how often lines were executed, by their number
   * @param ways of decisions, how often each was taken
   */
  private record Source(String file, Map<String, Object> lines, List<Object> ways) {}

  @Override
  public Tab tab(String id, String title, Path file) {
    String text = JsonFile.text(file);
    List<Source> sources =
        text.stripLeading().startsWith("{") ? ofJson(file) : ofTracefile(file, text);
    List<Object> shown = new ArrayList<>();
    for (Source source : sources) {
      shown.add(Map.of("file", source.file(), "lines", source.lines(), "branches", source.ways()));
    }
    Answer content = Answer.json(Json.text(Map.of("files", shown)));
    return new Tab(
        id,
        title,
        "coverage.js",
        request ->
            switch (request.path()) {
              case "" -> content;
              case "source" -> source(request, sources, file);
              default -> Answer.notFound(request.path());
            });
  }

  /** Only sources that the report names are read: a request says which of them by its number. */
  private static Answer source(Request request, List<Source> sources, Path report)
      throws IOException {
    long index = request.number("index", -1);
    if (index < 0 || index >= sources.size()) {
      return Answer.notFound("source " + index);
    }
    Path named = Path.of(sources.get((int) index).file());
    Path beside = report.toAbsolutePath().resolveSibling(named);
    Optional<Path> found = List.of(named, beside).stream().filter(Files::isRegularFile).findFirst();
    return found.isPresent()
        ? Answer.text(RegularFile.text(found.get(), LARGEST_SOURCE))
        : Answer.notFound(named.toString());
  }

  private static List<Source> ofJson(Path file) {
    List<Source> sources = new ArrayList<>();
    for (Map<?, ?> each : JsonFile.objects(file, JsonFile.object(file), "files")) {
      if (!(each.get("file") instanceof String name)
          || !(each.get("lines") instanceof Map<?, ?> lines)) {
        throw JsonFile.wrong(file, "one of its files has no name or no lines", null);
      }
      Map<String, Object> counts = new LinkedHashMap<>();
      lines.forEach(
          (line, count) -> {
            if (!(count instanceof Number)) {
              throw JsonFile.wrong(file, "line " + line + " of " + name + " has no count", null);
            }
            counts.put(String.valueOf(line), count);
          });
      sources.add(new Source(name, counts, List.copyOf(JsonFile.objects(file, each, "branches"))));
    }
    return sources;
  }

  private static List<Source> ofTracefile(Path file, String text) {
    List<Source> sources = new ArrayList<>();
    Map<String, Map<String, Object>> ways = new LinkedHashMap<>();
    Source now = null;
    for (String line : text.split("\\R", -1)) {
      int colon = line.indexOf(':');
      String[] fields = line.substring(colon + 1).split(",", -1);
      switch (colon < 0 ? line : line.substring(0, colon)) {
        case "SF" -> {
          now = new Source(line.substring(colon + 1), new LinkedHashMap<>(), new ArrayList<>());
          sources.add(now);
          ways = new LinkedHashMap<>();
        }
        case "DA" -> {
          if (now == null || fields.length < 2) {
            throw JsonFile.wrong(file, "'" + line + "' is no count of a line", null);
          }
          now.lines().put(fields[0], count(file, fields[1]));
        }
        case "BRDA" -> {
          if (now == null || fields.length != 4) {
            throw JsonFile.wrong(file, "'" + line + "' is no way of a decision", null);
          }
          ways.computeIfAbsent(
                  count(file, fields[0]) + "," + fields[1], key -> new LinkedHashMap<>())
              .put(fields[2], fields[3].equals("-") ? 0L : count(file, fields[3]));
        }
        case "end_of_record" -> {
          if (now != null) {
            finish(now, ways);
          }
          now = null;
        }
        default -> {
          // Names of tests and sums, which follow from the rest.
        }
      }
    }
    if (sources.isEmpty() || now != null) {
      throw JsonFile.wrong(file, "it is no whole tracefile of lcov", null);
    }
    return sources;
  }

  private static void finish(Source source, Map<String, Map<String, Object>> ways) {
    ways.forEach(
        (place, taken) ->
            source
                .ways()
                .add(
                    Map.of(
                        "line",
                        Long.parseLong(place.substring(0, place.indexOf(','))),
                        "ways",
                        taken)));
  }

  private static long count(Path file, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw JsonFile.wrong(file, "'" + text + "' is no count", e);
    }
  }
}
