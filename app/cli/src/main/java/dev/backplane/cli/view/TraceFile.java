package dev.backplane.cli.view;

import dev.backplane.json.JsonValue;
import dev.backplane.json.JsonValue.JsonArray;
import dev.backplane.json.JsonValue.JsonObject;
import dev.backplane.view.Answer;
import dev.backplane.view.Tab;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

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
    @Nullable JsonValue events = JsonFile.parse(file, text);
    if (events instanceof JsonObject object) {
      events = object.members().get("traceEvents");
    }
    if (!(events instanceof JsonArray list)
        || !list.elements().stream().allMatch(TraceFile::isEvent)) {
      throw JsonFile.wrong(file, "it has no list of trace events", null);
    }
    Answer content = Answer.json(text);
    return new Tab(id, title, "trace.js", request -> content);
  }

  private static boolean isEvent(JsonValue value) {
    return value instanceof JsonObject event && event.members().containsKey("ph");
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
