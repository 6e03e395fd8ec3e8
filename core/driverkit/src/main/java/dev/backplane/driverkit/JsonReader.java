package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON into a tree that knows the places of its values. The streaming parser suffices for
 * that and, unlike a data binder, costs next to nothing at start-up.
 */
final class JsonReader {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final ConfigurationText source;
  private final String text;
  private final JsonParser parser;

  private JsonReader(ConfigurationText source, String text, JsonParser parser) {
    this.source = source;
    this.text = text;
    this.parser = parser;
  }

  /**
   * Reads a text that is one JSON value.
   *
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_SYNTAX} with line and column
   */
  static Json read(ConfigurationText source, String text) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      JsonReader reader = new JsonReader(source, text, parser);
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw syntax(source, source.begin(), "it is empty", null);
      }
      Json value = reader.value(first);
      if (parser.nextToken() != null) {
        throw syntax(source, reader.place(), "more text follows after the end of the value", null);
      }
      return value;
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      Place place =
          at == null
              ? Place.BEGIN
              : new Place(Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
      throw syntax(source, place.within(source.begin()), firstLine(e.getOriginalMessage()), e);
    }
  }

  private Json value(JsonToken token) {
    Place place = place();
    return switch (token) {
      case START_OBJECT -> members(place);
      case START_ARRAY -> elements(place);
      case VALUE_STRING -> new Json.Text(place, parser.getString());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Numeral(place, parser.getString());
      case VALUE_TRUE -> new Json.Truth(place, true);
      case VALUE_FALSE -> new Json.Truth(place, false);
      case VALUE_NULL -> new Json.Nothing(place);
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value begins with " + token);
    };
  }

  private Json members(Place place) {
    int begin = offset(parser.currentTokenLocation());
    Map<String, Json> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      members.put(name, value(parser.nextToken()));
    }
    int end = offset(parser.currentTokenLocation()) + 1;
    return new Json.Members(
        place, Collections.unmodifiableMap(members), text.substring(begin, end));
  }

  private Json elements(Place place) {
    List<Json> elements = new ArrayList<>();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      elements.add(value(token));
      token = parser.nextToken();
    }
    return new Json.Elements(place, List.copyOf(elements));
  }

  private Place place() {
    TokenStreamLocation at = parser.currentTokenLocation();
    return new Place(at.getLineNr(), at.getColumnNr()).within(source.begin());
  }

  private static int offset(TokenStreamLocation at) {
    return (int) at.getCharOffset();
  }

  private static String firstLine(String message) {
    return message
        .lines()
        .findFirst()
        .orElse("malformed")
        .replaceFirst("Duplicate Object property (.*)", "the key $1 is written twice");
  }

  private static BackplaneException syntax(
      ConfigurationText source, Place place, String problem, @Nullable Throwable cause) {
    return source.error(
        ErrorCode.CONFIGURATION_SYNTAX, "not JSON: " + place + ": " + problem, cause);
  }
}
