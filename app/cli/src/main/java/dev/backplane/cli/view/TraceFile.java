package dev.backplane.cli.view;

import dev.backplane.view.Answer;
import dev.backplane.view.Tab;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A time line, as {@code --trace-file} writes it. */
final class TraceFile implements FileKind {
  @Override
  public String words() {
    return "a time line of --trace-file";
  }

  @Override
  public String id() {
    return "trace";
  }

  @Override
  public boolean isOne(FileStart start) {
    String text = start.text().stripLeading();
    return (text.startsWith("[") && text.contains("\"ph\"")) || start.isJsonWith("traceEvents");
  }

  @Override
  public Tab tab(String id, String title, Path file) {
    String text = whole(JsonFile.text(file));
    Object events = JsonFile.read(file, text);
    if (events instanceof Map<?, ?> object) {
      events = object.get("traceEvents");
    }
    if (!(events instanceof List<?> list)
        || !list.stream()
            .allMatch(each -> each instanceof Map<?, ?> map && map.containsKey("ph"))) {
      throw JsonFile.wrong(file, "it has no list of trace events", null);
    }
    Answer content = Answer.json(text);
    return new Tab(id, title, "trace.js", request -> content);
  }

  /** The format lets the last bracket be missing, as a program that crashed leaves it. */
  private static String whole(String text) {
    String events = text.strip();
    if (!events.startsWith("[") || events.endsWith("]")) {
      return events;
    }
    return (events.endsWith(",") ? events.substring(0, events.length() - 1) : events) + "]";
  }
}
