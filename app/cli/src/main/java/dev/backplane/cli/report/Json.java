package dev.backplane.cli.report;

import dev.backplane.json.JsonValue;
import dev.backplane.json.JsonValue.JsonArray;
import dev.backplane.json.JsonValue.JsonBoolean;
import dev.backplane.json.JsonValue.JsonNull;
import dev.backplane.json.JsonValue.JsonNumber;
import dev.backplane.json.JsonValue.JsonObject;
import dev.backplane.json.JsonValue.JsonString;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Prints reports, and maps and lists, as one object of JSON on one line. */
public final class Json {
  private Json() {}

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
   * {@return maps, lists, numbers and words of Java for values of JSON, which can be changed}
   *
   * @param value what was read
   */
  public static @Nullable Object changeable(JsonValue value) {
    return switch (value) {
      case JsonObject object -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        object.members().forEach((key, member) -> map.put(key, changeable(member)));
        yield map;
      }
      case JsonArray array -> {
        List<@Nullable Object> list = new ArrayList<>();
        array.elements().forEach(element -> list.add(changeable(element)));
        yield list;
      }
      case JsonString string -> string.value();
      case JsonNumber number -> number(new BigDecimal(number.literal()));
      case JsonBoolean truth -> truth.value();
      case JsonNull nothing -> null;
    };
  }

  private static Number number(BigDecimal number) {
    return number.scale() <= 0 && number.precision() - number.scale() <= 100
        ? number.toBigInteger()
        : (Number) number.doubleValue();
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
