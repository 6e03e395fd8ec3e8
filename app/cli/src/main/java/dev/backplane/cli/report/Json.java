package dev.backplane.cli.report;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON as maps, lists, numbers and words, and prints such and reports as one object on one
 * line.
 */
public final class Json {
  private Json() {}

  private static final int DEEPEST = 64;

  public static void print(PrintWriter out, Report report) {
    out.println(text(ReportTree.of(report)));
  }

  public static void print(PrintWriter out, Map<String, ? extends @Nullable Object> object) {
    out.println(text(object));
  }

  public static String text(Report report) {
    return text(ReportTree.of(report));
  }

  public static String text(Map<String, ? extends @Nullable Object> object) {
    return text(ReportTree.of(object));
  }

  private static String text(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator =
        new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      write(generator, value);
    }
    return text.toString();
  }

  /**
   * Reads a document; its objects and lists can be changed.
   *
   * @throws JacksonException if it is none
   */
  public static @Nullable Object read(String text) {
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
      parser.nextToken();
      return value(parser, 0);
    }
  }

  private static @Nullable Object value(JsonParser parser, int depth) {
    if (depth > DEEPEST) {
      throw new StreamReadException(parser, "more than " + DEEPEST + " levels");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String key = parser.currentName();
          parser.nextToken();
          map.put(key, value(parser, depth + 1));
        }
        yield map;
      }
      case START_ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(parser, depth + 1));
        }
        yield list;
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case null, default -> null;
    };
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
      case BigInteger n -> json.writeNumber(n);
      case Number n -> json.writeNumber(n.doubleValue());
      default -> json.writeString(value.toString());
    }
  }
}
