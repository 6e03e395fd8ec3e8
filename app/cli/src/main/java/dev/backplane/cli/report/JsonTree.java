package dev.backplane.cli.report;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A small JSON document that was read; every complaint names the file and the place in it.
 *
 * @param value a map, a list, or the text of anything else
 * @param place where it is
 */
public record JsonTree(@Nullable Object value, String place) {
  private static final int DEEPEST = 64;

  public static JsonTree read(String file, byte[] content) {
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), content)) {
      parser.nextToken();
      JsonTree tree = new JsonTree(value(parser, file, 0), file + ": $");
      if (parser.nextToken() != null) {
        throw wrong(file, "has more than one JSON value");
      }
      return tree;
    } catch (JacksonException e) {
      throw wrong(file, "is not JSON: " + e.getOriginalMessage()).with().causedBy(e).build();
    }
  }

  private static @Nullable Object value(JsonParser parser, String file, int depth) {
    if (depth > DEEPEST) {
      throw wrong(file, "has more than " + DEEPEST + " levels");
    }
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String key = parser.currentName();
        parser.nextToken();
        map.put(key, value(parser, file, depth + 1));
      }
      return map;
    }
    if (token == JsonToken.START_ARRAY) {
      List<@Nullable Object> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(parser, file, depth + 1));
      }
      return list;
    }
    return token == null || token == JsonToken.VALUE_NULL ? null : parser.getString();
  }

  /** {@return whether this is an object that has the key} */
  public boolean has(String key) {
    return value instanceof Map<?, ?> map && map.containsKey(key);
  }

  /** {@return what is under a key, which has to be there} */
  public JsonTree get(String key) {
    if (!has(key)) {
      throw wrong(place, "has no key '" + key + "'");
    }
    return new JsonTree(((Map<?, ?>) Objects.requireNonNull(value)).get(key), place + "." + key);
  }

  /**
   * Refuses keys that nobody would read: what they say would be lost without a word.
   *
   * @return this
   */
  public JsonTree only(String... known) {
    if (value instanceof Map<?, ?> map) {
      for (Object key : map.keySet()) {
        if (!List.of(known).contains(key)) {
          throw wrong(place, "has a key '" + key + "' that is none of " + List.of(known));
        }
      }
    }
    return this;
  }

  /** {@return what is in a list; XRT's tool writes an empty one as an empty text} */
  public List<JsonTree> items() {
    if ("".equals(value)) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw wrong(place, "is not a list");
    }
    List<JsonTree> items = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      items.add(new JsonTree(list.get(i), place + "[" + i + "]"));
    }
    return items;
  }

  /** {@return a text or a number as it is written} */
  public String text() {
    if (value instanceof String text) {
      return text;
    }
    throw wrong(place, "is neither a text nor a number");
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
