package dev.backplane.json;

import dev.backplane.json.JsonValue.JsonArray;
import dev.backplane.json.JsonValue.JsonBoolean;
import dev.backplane.json.JsonValue.JsonNull;
import dev.backplane.json.JsonValue.JsonNumber;
import dev.backplane.json.JsonValue.JsonObject;
import dev.backplane.json.JsonValue.JsonString;
import dev.backplane.json.JsonValue.Written;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Reads texts of JSON as values, and makes texts of JSON from tokens. */
public final class JsonText {
  private static final int DEEPEST = 100;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
          .build();

  private static final ObjectWriteContext INDENTED =
      new ObjectWriteContext.Base() {
        @Override
        public DefaultPrettyPrinter getPrettyPrinter() {
          return new DefaultPrettyPrinter();
        }
      };

  private final String text;
  private final Place begin;
  private final JsonParser parser;

  private JsonText(String text, Place begin, JsonParser parser) {
    this.text = text;
    this.begin = begin;
    this.parser = parser;
  }

  /**
   * Reads a text that is one value. A key that an object has twice is refused, and so are values
   * that are more than 100 levels deep.
   *
   * @throws JsonSyntaxException with line and column
   */
  public static JsonValue read(String text) {
    return read(text, Place.BEGIN);
  }

  /**
   * Reads a text that is one value and a part of a larger text, in which its places are.
   *
   * @param text the part
   * @param begin where it begins in the larger text
   * @throws JsonSyntaxException with line and column
   */
  public static JsonValue read(String text, Place begin) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      JsonText reader = new JsonText(text, begin, parser);
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new JsonSyntaxException(begin, "it is empty", null);
      }
      JsonValue value = reader.value(first);
      if (parser.nextToken() != null) {
        throw new JsonSyntaxException(
            reader.place(), "more text follows after the end of the value", null);
      }
      return value;
    } catch (JacksonException e) {
      throw new JsonSyntaxException(
          place(e.getLocation()).within(begin), problem(e.getOriginalMessage()), e);
    }
  }

  private JsonValue value(JsonToken token) {
    Place place = place();
    return switch (token) {
      case START_OBJECT -> object(place);
      case START_ARRAY -> array(place);
      case VALUE_STRING -> new JsonString(place, parser.getString());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(place, parser.getString());
      case VALUE_TRUE -> new JsonBoolean(place, true);
      case VALUE_FALSE -> new JsonBoolean(place, false);
      case VALUE_NULL -> new JsonNull(place);
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value begins with " + token);
    };
  }

  private JsonObject object(Place place) {
    int begin = (int) parser.currentTokenLocation().getCharOffset();
    SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      members.put(name, value(parser.nextToken()));
    }
    int end = (int) parser.currentTokenLocation().getCharOffset() + 1;
    return new JsonObject(place, members, new Written(text, begin, end));
  }

  private JsonArray array(Place place) {
    List<JsonValue> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      elements.add(value(token));
    }
    return new JsonArray(place, elements);
  }

  private Place place() {
    return place(parser.currentTokenLocation()).within(begin);
  }

  private static Place place(TokenStreamLocation at) {
    return at == null
        ? Place.BEGIN
        : new Place(Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
  }

  private static String problem(String message) {
    return message
        .lines()
        .findFirst()
        .orElse("malformed")
        .replaceFirst("Duplicate Object property (.*)", "the key $1 is written twice");
  }

  /** {@return the text that a caller writes token by token, in one line} */
  public static String written(Consumer<JsonGenerator> tokens) {
    return written(ObjectWriteContext.empty(), tokens);
  }

  /** {@return the text that a caller writes token by token, a member a line, which ends in one} */
  public static String indented(Consumer<JsonGenerator> tokens) {
    return written(INDENTED, tokens).replace("\r\n", "\n") + "\n";
  }

  private static String written(ObjectWriteContext style, Consumer<JsonGenerator> tokens) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(style, out)) {
      tokens.accept(json);
    }
    return out.toString();
  }

  /** {@return a text as a string of JSON, in quotes} */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, quoted);
    return quoted.append('"').toString();
  }
}
