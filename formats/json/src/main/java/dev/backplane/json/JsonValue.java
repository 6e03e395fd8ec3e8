package dev.backplane.json;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** A value of JSON and where it begins. Immutable. */
public sealed interface JsonValue {
  /** {@return where it begins} */
  Place place();

  /** {@return what kind of value it is, in words that follow "not"} */
  String kind();

  /**
   * A part of a text, which all objects in it share: each is cut out only when it is asked for.
   *
   * @param text the whole
   * @param begin the index where the part begins
   * @param end the index behind it
   */
  record Written(String text, int begin, int end) {}

  /**
   * An object.
   *
   * @param place where it begins
   * @param members its values by name, in the order of the text
   * @param written where it is in the text that was read
   */
  record JsonObject(Place place, SequencedMap<String, JsonValue> members, Written written)
      implements JsonValue {
    /** Copies the members. */
    public JsonObject {
      members = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(members));
    }

    /** {@return an object without members} */
    public static JsonObject empty(Place place) {
      return new JsonObject(place, new LinkedHashMap<>(), new Written("{}", 0, 2));
    }

    /** {@return its text exactly as written, from brace to brace} */
    public String source() {
      return written.text().substring(written.begin(), written.end());
    }

    @Override
    public String toString() {
      return members.toString();
    }

    @Override
    public String kind() {
      return "an object";
    }
  }

  /**
   * An array.
   *
   * @param place where it begins
   * @param elements its values
   */
  record JsonArray(Place place, List<JsonValue> elements) implements JsonValue {
    /** Copies the elements. */
    public JsonArray {
      elements = List.copyOf(elements);
    }

    @Override
    public String kind() {
      return "an array";
    }
  }

  /**
   * A string.
   *
   * @param place where it begins
   * @param value its characters
   */
  record JsonString(Place place, String value) implements JsonValue {
    @Override
    public String kind() {
      return "the string \"" + value + "\"";
    }
  }

  /**
   * A number.
   *
   * @param place where it begins
   * @param literal the number as it was written
   */
  record JsonNumber(Place place, String literal) implements JsonValue {
    @Override
    public String kind() {
      return "the number " + literal;
    }
  }

  /**
   * True or false.
   *
   * @param place where it begins
   * @param value which
   */
  record JsonBoolean(Place place, boolean value) implements JsonValue {
    @Override
    public String kind() {
      return Boolean.toString(value);
    }
  }

  /**
   * Null; also what a member that is not there is.
   *
   * @param place where it begins
   */
  record JsonNull(Place place) implements JsonValue {
    @Override
    public String kind() {
      return "null";
    }
  }

  /** {@return a member, or null as a value if there is none or this is no object} */
  default JsonValue get(String name) {
    JsonValue found = members().get(name);
    return found == null ? new JsonNull(place()) : found;
  }

  // No switches below: the JDK makes one over types at its first use, which takes it 20 ms.

  /** {@return the members, none if this is no object} */
  default Map<String, JsonValue> members() {
    return Map.of();
  }

  /** {@return the elements, none if this is no array} */
  default List<JsonValue> elements() {
    return List.of();
  }

  /** {@return the characters of a string} */
  default Optional<String> text() {
    return this instanceof JsonString string ? Optional.of(string.value()) : Optional.empty();
  }

  /**
   * {@return a number, also if it is written in a string; none if its exponent is beyond a thousand
   * digits, as a short text would be a large number}
   */
  default Optional<BigDecimal> number() {
    return this instanceof JsonNumber number
        ? decimal(number.literal())
        : text().flatMap(JsonValue::decimal);
  }

  private static Optional<BigDecimal> decimal(String literal) {
    final int most = 1000;
    try {
      BigDecimal number = new BigDecimal(literal);
      return Math.abs((long) number.scale()) > most ? Optional.empty() : Optional.of(number);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
