package dev.backplane.runtime.configuration;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A value of the configuration under its path. Each accessor notes a problem and goes on with a
 * stand-in if the value is not what it should be; nothing is made of stand-ins, because the
 * problems are thrown at the end.
 */
final class Node {
  private final Problems problems;
  private final String path;
  private final Json value;

  Node(Problems problems, String path, Json value) {
    this.problems = problems;
    this.path = path;
    this.value = value;
  }

  String path() {
    return path;
  }

  Json.Place place() {
    return value.place();
  }

  void problem(String text) {
    problems.add(path.isEmpty() ? "the configuration" : path, value.place(), text);
  }

  /** The object here, or an empty one. */
  Json.Members object() {
    if (value instanceof Json.Members members) {
      return members;
    }
    problem("must be an object, not " + value.kind());
    return new Json.Members(value.place(), Map.of(), "{}");
  }

  /** Notes every key that is not known. */
  void allow(String... keys) {
    List<String> known = List.of(keys);
    for (String key : object().members().keySet()) {
      if (!known.contains(key)) {
        at(key, object().members().get(key))
            .problem("unknown key; there are " + String.join(", ", new TreeSet<>(known)));
      }
    }
  }

  Optional<Node> get(String key) {
    return value instanceof Json.Members members
        ? Optional.ofNullable(members.members().get(key)).map(found -> at(key, found))
        : Optional.empty();
  }

  /** The value of a key that must be there, or null with the problem noted. */
  @Nullable Node require(String key) {
    Node found = get(key).orElse(null);
    if (found == null && value instanceof Json.Members) {
      problem("the key '" + key + "' is missing");
    }
    return found;
  }

  Map<String, Node> members() {
    Map<String, Node> nodes = new LinkedHashMap<>();
    object().members().forEach((key, member) -> nodes.put(key, at(key, member)));
    return nodes;
  }

  List<Node> elements() {
    if (!(value instanceof Json.Elements array)) {
      problem("must be an array, not " + value.kind());
      return List.of();
    }
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < array.elements().size(); i++) {
      nodes.add(new Node(problems, path + "[" + i + "]", array.elements().get(i)));
    }
    return nodes;
  }

  String text() {
    if (value instanceof Json.Text text) {
      if (!text.value().isBlank()) {
        return text.value();
      }
      problem("must not be blank");
    } else {
      problem("must be a string, not " + value.kind());
    }
    return "stand-in";
  }

  /** A text that can be the name of a file. */
  String fileName() {
    String text = text();
    if (text.indexOf('\0') >= 0) {
      problem("must not contain the character NUL, which no file's name has");
      return "stand-in";
    }
    try {
      var _ = Path.of(text);
      return text;
    } catch (InvalidPathException e) {
      problem("cannot be the name of a file in this locale: " + e.getReason());
      return "stand-in";
    }
  }

  boolean truth() {
    if (value instanceof Json.Truth truth) {
      return truth.value();
    }
    problem("must be true or false, not " + value.kind());
    return false;
  }

  int wholeNumber(int least, int most) {
    if (value instanceof Json.Numeral numeral && numeral.value().matches("-?[0-9]{1,10}")) {
      long number = Long.parseLong(numeral.value());
      if (number >= least && number <= most) {
        return (int) number;
      }
    }
    problem("must be a whole number from " + least + " to " + most + ", not " + value.kind());
    return least;
  }

  /** One of an enumeration's constants, written in lower case. */
  <E extends Enum<E>> E oneOf(E[] constants) {
    List<String> names = new ArrayList<>();
    for (E constant : constants) {
      String name = constant.name().toLowerCase(java.util.Locale.ROOT);
      if (value instanceof Json.Text text && text.value().equals(name)) {
        return constant;
      }
      names.add(name);
    }
    problem("must be one of " + String.join(", ", names) + ", not " + value.kind());
    return constants[0];
  }

  private Node at(String key, Json found) {
    String step = key.matches("[A-Za-z_$][A-Za-z0-9_-]*") ? key : "\"" + key + "\"";
    return new Node(problems, path.isEmpty() ? step : path + "." + step, found);
  }
}
