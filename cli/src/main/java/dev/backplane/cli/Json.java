package dev.backplane.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Prints maps, lists, numbers and words as one JSON object on one line. */
final class Json {
  private Json() {}

  static void print(PrintWriter out, Map<String, ? extends @Nullable Object> object) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator =
        new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      write(generator, object);
    }
    out.println(text);
  }

  private static void write(JsonGenerator json, @Nullable Object value) {
    switch (value) {
      case null -> json.writeNull();
      case Map<?, ?> map -> {
        json.writeStartObject();
        map.forEach(
            (key, entry) -> {
              json.writeName(String.valueOf(key));
              write(json, entry);
            });
        json.writeEndObject();
      }
      case Collection<?> list -> {
        json.writeStartArray();
        list.forEach(entry -> write(json, entry));
        json.writeEndArray();
      }
      case Boolean b -> json.writeBoolean(b);
      case Integer n -> json.writeNumber(n);
      case Long n -> json.writeNumber(n);
      case Number n -> json.writeNumber(n.doubleValue());
      default -> json.writeString(value.toString());
    }
  }
}
