package dev.backplane.rtl.images;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** A value of JSON, see {@link JsonText}. */
sealed interface JsonValue {
  /** An object with its fields in order. */
  record Fields(SequencedMap<String, JsonValue> fields) implements JsonValue {
    Fields() {
      this(new LinkedHashMap<>());
    }

    Fields put(String name, String text) {
      return put(name, new Text(text));
    }

    Fields put(String name, JsonValue value) {
      fields.put(name, value);
      return this;
    }
  }

  /** An array. */
  record Items(List<JsonValue> items) implements JsonValue {
    Items() {
      this(new ArrayList<>());
    }

    static Items of(Iterable<String> texts) {
      Items all = new Items();
      texts.forEach(each -> all.items.add(new Text(each)));
      return all;
    }
  }

  /** A string. */
  record Text(String value) implements JsonValue {}

  /** A number. */
  record Decimal(BigDecimal value) implements JsonValue {}

  /** True, false or null; also what a missing field is. */
  record Word(String word) implements JsonValue {
    static final Word NULL = new Word("null");
  }

  /** {@return a field, or null as a value if there is none} */
  default JsonValue get(String name) {
    return this instanceof Fields(var fields) ? fields.getOrDefault(name, Word.NULL) : Word.NULL;
  }

  /** {@return the fields, none if this is no object} */
  default SequencedMap<String, JsonValue> entries() {
    return this instanceof Fields(var fields) ? fields : new LinkedHashMap<>();
  }

  /** {@return the items, none if this is no array} */
  default List<JsonValue> list() {
    return this instanceof Items(var items) ? items : List.of();
  }

  /** {@return the text of a string} */
  default Optional<String> text() {
    return this instanceof Text(var value) ? Optional.of(value) : Optional.empty();
  }

  /** {@return a number, also if it is written as a string} */
  default Optional<BigDecimal> number() {
    // No switch: the JDK makes one over types at its first use, which takes it 20 ms.
    if (this instanceof Decimal(var value)) {
      return Optional.of(value);
    }
    return text().flatMap(JsonValue::parse);
  }

  private static Optional<BigDecimal> parse(String text) {
    try {
      return Optional.of(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
