package dev.backplane.cli.report;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.json.JsonSyntaxException;
import dev.backplane.json.JsonText;
import dev.backplane.json.JsonValue;
import dev.backplane.json.JsonValue.JsonArray;
import dev.backplane.json.JsonValue.JsonBoolean;
import dev.backplane.json.JsonValue.JsonNull;
import dev.backplane.json.JsonValue.JsonNumber;
import dev.backplane.json.JsonValue.JsonObject;
import dev.backplane.json.JsonValue.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A small JSON document that was read; every complaint names the file and the place in it.
 *
 * @param value what is there
 * @param place where it is
 */
public record JsonTree(JsonValue value, String place) {
  public static JsonTree read(String file, byte[] content) {
    try {
      return new JsonTree(JsonText.read(new String(content, StandardCharsets.UTF_8)), file + ": $");
    } catch (JsonSyntaxException e) {
      throw wrong(file, "is not JSON: " + e.getMessage()).with().causedBy(e).build();
    }
  }

  /** {@return a text in the same place, as a part of the one that is there} */
  public JsonTree with(String text) {
    return new JsonTree(new JsonString(value.place(), text), place);
  }

  /** {@return whether this is an object that has the key} */
  public boolean has(String key) {
    return value.members().containsKey(key);
  }

  /** {@return what is under a key, which has to be there} */
  public JsonTree get(String key) {
    if (!has(key)) {
      throw wrong(place, "has no key '" + key + "'");
    }
    return new JsonTree(value.get(key), place + "." + key);
  }

  /**
   * Refuses keys that nobody would read: what they say would be lost without a word.
   *
   * @return this
   */
  public JsonTree only(String... known) {
    for (String key : value.members().keySet()) {
      if (!List.of(known).contains(key)) {
        throw wrong(place, "has a key '" + key + "' that is none of " + List.of(known));
      }
    }
    return this;
  }

  /** {@return what is in a list; XRT's tool writes an empty one as an empty text} */
  public List<JsonTree> items() {
    if (value.text().equals(Optional.of(""))) {
      return List.of();
    }
    if (!(value instanceof JsonArray array)) {
      throw wrong(place, "is not a list");
    }
    List<JsonTree> items = new ArrayList<>();
    for (JsonValue each : array.elements()) {
      items.add(new JsonTree(each, place + "[" + items.size() + "]"));
    }
    return items;
  }

  /** {@return a text or a number as it is written} */
  public String text() {
    return switch (value) {
      case JsonString string -> string.value();
      case JsonNumber number -> number.literal();
      case JsonBoolean truth -> truth.kind();
      case JsonObject object -> throw wrong(place, "is neither a text nor a number");
      case JsonArray array -> throw wrong(place, "is neither a text nor a number");
      case JsonNull nothing -> throw wrong(place, "is neither a text nor a number");
    };
  }

  /** {@return a text, empty if there is no such key} */
  public String text(String key) {
    return has(key) ? get(key).text() : "";
  }

  /** {@return an unsigned 64-bit number, decimal or 0x-hexadecimal, as a number or in a text} */
  public long number() {
    String text = text();
    try {
      return text.startsWith("0x") || text.startsWith("0X")
          ? Long.parseUnsignedLong(text, 2, text.length(), 16)
          : text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw wrong(place, "'" + text + "' is no decimal or 0x number of 64 bits")
          .with()
          .causedBy(e)
          .build();
    }
  }

  /** {@return a number from 0 to some limit} */
  public int number(String key, int most) {
    return get(key).number(most);
  }

  /** {@return this as a number from 0 to some limit} */
  public int number(int most) {
    long number = number();
    if (number < 0 || number > most) {
      throw wrong(place, number + " is not from 0 to " + most);
    }
    return (int) number;
  }

  /** {@return whether this is true, or 1} */
  public boolean truth() {
    return switch (text()) {
      case "1", "true" -> true;
      case "0", "false" -> false;
      default -> throw wrong(place, "'" + text() + "' is neither 0 nor 1");
    };
  }

  public BackplaneException wrong(String problem) {
    return wrong(place, problem);
  }

  private static BackplaneException wrong(String place, String problem) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, place + " " + problem)
        .during("read JSON")
        .remedy("'backplane image dump --json' shows what a section looks like")
        .build();
  }
}
