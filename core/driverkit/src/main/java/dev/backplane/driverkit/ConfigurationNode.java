package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.ConfigurationOrigin;
import dev.backplane.json.JsonSyntaxException;
import dev.backplane.json.JsonText;
import dev.backplane.json.JsonValue;
import dev.backplane.json.JsonValue.JsonArray;
import dev.backplane.json.JsonValue.JsonBoolean;
import dev.backplane.json.JsonValue.JsonNumber;
import dev.backplane.json.JsonValue.JsonObject;
import dev.backplane.json.JsonValue.JsonString;
import dev.backplane.json.Place;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value of a configuration, which knows its path and its place. A driver's {@code configure}
 * reads its own with {@link #of}; {@link #get(String, Function, Object)} is the usual way to a key:
 *
 * {@snippet lang="java" :
 * ConfigurationNode root = ConfigurationNode.of(adapter, config).allow("port", "hosts", "mode");
 * int port = root.get("port", node -> node.integer(1, 65_535), 7);
 * Mode mode = root.get("mode", node -> node.oneOf(Mode.values()), Mode.FAST);
 * }
 *
 * <p>Every accessor fails with {@link ErrorCode#CONFIGURATION_INVALID} if the value is not what it
 * should be, for example {@code plugins[1].config.port: must be a whole number from 1 to 65535, not
 * the string "x" (line 7, column 23)}. Of a file that is read with {@link #ofFile} the problems are
 * gathered instead: an accessor notes one and gives a stand-in, and nothing is made of stand-ins
 * because the caller throws what was gathered. Immutable.
 */
public final class ConfigurationNode {
  private static final String STAND_IN = "stand-in";

  private final ConfigurationText source;
  private final String path;
  private final JsonValue value;

  private ConfigurationNode(ConfigurationText source, String path, JsonValue value) {
    this.source = source;
    this.path = path;
    this.value = value;
  }

  /**
   * Reads what an instance is given, which has to be an object. For {@code {}} no parser is loaded.
   *
   * @param adapter knows the name of the instance, and where its configuration is from
   * @param config the text
   * @return the object
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_SYNTAX} or {@link
   *     ErrorCode#CONFIGURATION_INVALID}
   */
  public static ConfigurationNode of(Adapter.Builder adapter, String config) {
    ConfigurationOrigin origin = adapter.origin();
    ConfigurationText source = new ConfigurationText.OfInstance(adapter.instance(), origin);
    JsonValue value = config.equals("{}") ? JsonObject.empty(source.begin()) : read(source, config);
    ConfigurationNode root = new ConfigurationNode(source, origin.path(), value);
    var _ = root.object();
    return root;
  }

  /**
   * Reads a file whose problems are gathered.
   *
   * @param problems takes them
   * @param text the content of the file
   * @return its value
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_SYNTAX} with line and column
   */
  public static ConfigurationNode ofFile(ConfigurationProblems problems, String text) {
    ConfigurationText source = new ConfigurationText.OfFile(problems);
    return new ConfigurationNode(source, source.path(), read(source, text));
  }

  private static JsonValue read(ConfigurationText source, String text) {
    try {
      return JsonText.read(text, source.begin());
    } catch (JsonSyntaxException e) {
      throw source.error(ErrorCode.CONFIGURATION_SYNTAX, "not JSON: " + e.getMessage(), e);
    }
  }

  /** {@return where it is in the configuration, for example {@code devices[0].name}} */
  public String path() {
    return path;
  }

  /** {@return where it begins in its file} */
  public Place place() {
    return value.place();
  }

  /**
   * Tells a problem of it that only the caller sees. Returns if problems are gathered.
   *
   * @param text what is wrong with it, to follow its path and a colon
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_INVALID}
   */
  public void problem(String text) {
    source.problem(path, value.place(), text);
  }

  /**
   * Does the same where nothing else can be done: {@code throw node.wrong("overlaps bank A")}.
   *
   * @param text what is wrong with it, to follow its path and a colon
   * @return the error
   */
  public BackplaneException wrong(String text) {
    return wrong(ErrorCode.CONFIGURATION_INVALID, text);
  }

  /**
   * Does the same with a code of its own.
   *
   * @param code the code
   * @param text what is wrong with it, to follow its path and a colon
   * @return the error
   */
  public BackplaneException wrong(ErrorCode code, String text) {
    return source.error(code, ConfigurationProblems.text(path, value.place(), text), null);
  }

  // Objects.

  private JsonObject object() {
    if (value instanceof JsonObject members) {
      return members;
    }
    problem("must be an object, not " + value.kind());
    return JsonObject.empty(value.place());
  }

  /**
   * Refuses every key that is not named here, and says which is like it.
   *
   * @param keys the keys that it may have
   * @return this
   */
  public ConfigurationNode allow(String... keys) {
    List<String> known = List.of(keys);
    for (Map.Entry<String, JsonValue> member : object().members().entrySet()) {
      if (!known.contains(member.getKey())) {
        at(member.getKey(), member.getValue()).problem(unknown(member.getKey(), known));
      }
    }
    return this;
  }

  private static String unknown(String key, List<String> known) {
    String there = known.isEmpty() ? "none" : String.join(", ", new TreeSet<>(known));
    return "unknown key; there are " + there + meant(key, known);
  }

  private static String meant(String word, List<String> known) {
    return Spelling.nearest(word, known).map(near -> ". Did you mean '" + near + "'?").orElse("");
  }

  /** {@return whether it is an object without keys, for which nothing has to be read} */
  public boolean isEmpty() {
    return value instanceof JsonObject members && members.members().isEmpty();
  }

  /** {@return whether it has a key} */
  public boolean has(String key) {
    return get(key).isPresent();
  }

  /** {@return the value of a key, if it is there} */
  public Optional<ConfigurationNode> get(String key) {
    return value instanceof JsonObject members
        ? Optional.ofNullable(members.members().get(key)).map(found -> at(key, found))
        : Optional.empty();
  }

  /**
   * Reads the value of a key.
   *
   * @param key the key
   * @param read reads its value
   * @param otherwise what holds if the key is not there
   * @return the value
   */
  public <T extends @Nullable Object> T get(
      String key, Function<ConfigurationNode, T> read, T otherwise) {
    ConfigurationNode found = get(key).orElse(null);
    return found == null ? otherwise : read.apply(found);
  }

  /**
   * Gives the value of a key that must be there.
   *
   * @param key the key
   * @return its value; null if it is missing and problems are gathered
   */
  public @Nullable ConfigurationNode require(String key) {
    ConfigurationNode found = get(key).orElse(null);
    if (found == null && value instanceof JsonObject) {
      problem("the key '" + key + "' is missing");
    }
    return found;
  }

  /**
   * Reads the value of a key that must be there.
   *
   * @param key the key
   * @param read reads its value
   * @return the value
   */
  public <T> T required(String key, Function<ConfigurationNode, T> read) {
    return read.apply(get(key).orElseThrow(() -> wrong("the key '" + key + "' is missing")));
  }

  /** {@return its values by key, in the order in which they are written} */
  public Map<String, ConfigurationNode> members() {
    Map<String, ConfigurationNode> nodes = new LinkedHashMap<>();
    object().members().forEach((key, member) -> nodes.put(key, at(key, member)));
    return nodes;
  }

  /** {@return the text of the object exactly as it is written, from brace to brace} */
  public String source() {
    return object().source();
  }

  private ConfigurationNode at(String key, JsonValue found) {
    return new ConfigurationNode(source, ConfigurationText.step(path, key), found);
  }

  // Arrays.

  /** {@return the elements of an array} */
  public List<ConfigurationNode> elements() {
    if (!(value instanceof JsonArray array)) {
      problem("must be an array, not " + value.kind());
      return List.of();
    }
    List<ConfigurationNode> nodes = new ArrayList<>();
    for (JsonValue element : array.elements()) {
      nodes.add(new ConfigurationNode(source, path + "[" + nodes.size() + "]", element));
    }
    return nodes;
  }

  /**
   * Reads an array.
   *
   * @param read reads an element
   * @return the values, in order
   */
  public <T> List<T> list(Function<ConfigurationNode, T> read) {
    return elements().stream().map(read).toList();
  }

  // Single values.

  /** {@return a string that has more than blanks} */
  public String text() {
    if (value instanceof JsonString text) {
      if (!text.value().isBlank()) {
        return text.value();
      }
      problem("must not be blank");
    } else {
      problem("must be a string, not " + value.kind());
    }
    return STAND_IN;
  }

  /** {@return whether it is a certain string; it is no problem if not} */
  public boolean is(String text) {
    return value instanceof JsonString given && given.value().equals(text);
  }

  /** {@return a string that can be the name of a file} */
  public String fileName() {
    String text = text();
    if (text.indexOf('\0') >= 0) {
      problem("must not contain the character NUL, which no file's name has");
      return STAND_IN;
    }
    try {
      var _ = Path.of(text);
      return text;
    } catch (InvalidPathException e) {
      problem("cannot be the name of a file in this locale: " + e.getReason());
      return STAND_IN;
    }
  }

  /**
   * {@return a file or a folder; a relative name is relative to the folder of the configuration}
   */
  public Path file() {
    Path file = Path.of(fileName());
    Path folder = source.folder();
    return folder == null ? file : folder.resolve(file);
  }

  /** {@return true or false} */
  public boolean truth() {
    if (value instanceof JsonBoolean truth) {
      return truth.value();
    }
    problem("must be true or false, not " + value.kind());
    return false;
  }

  /** {@return a whole number of a range, both ends of which are in it} */
  public int integer(int least, int most) {
    return (int) wholeNumber(least, most);
  }

  /** {@return a whole number of a range, both ends of which are in it} */
  public long wholeNumber(long least, long most) {
    return inRange(value instanceof JsonNumber number ? number.literal() : "", 10, least, most);
  }

  /**
   * Reads an address or a size.
   *
   * @return a whole number of a range, written as a number or as a string like {@code "0x1000"}
   */
  public long address(long least, long most) {
    if (value instanceof JsonString text && text.value().matches("0x[0-9a-fA-F]{1,16}")) {
      return inRange(text.value().substring(2), 16, least, most);
    }
    if (value instanceof JsonString) {
      problem(ofRange("a whole number, or a string like \"0x1000\",", least, most));
      return least;
    }
    return wholeNumber(least, most);
  }

  private long inRange(String digits, int radix, long least, long most) {
    try {
      long number = Long.parseLong(digits, radix);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException wrong) {
      // Or no whole number; either is told below.
    }
    problem(ofRange("a whole number", least, most));
    return least;
  }

  /** {@return a number of a range, both ends of which are in it} */
  public double real(double least, double most) {
    if (value instanceof JsonNumber written) {
      double number = Double.parseDouble(written.literal());
      if (number >= least && number <= most) {
        return number;
      }
    }
    problem(ofRange("a number", least, most));
    return least;
  }

  private String ofRange(String what, Number least, Number most) {
    return "must be " + what + " from " + least + " to " + most + ", not " + value.kind();
  }

  /** {@return a time that is written as a whole number of seconds} */
  public Duration seconds(long least, long most) {
    return Duration.ofSeconds(wholeNumber(least, most));
  }

  /** {@return a time that is written as a whole number of milliseconds} */
  public Duration milliseconds(long least, long most) {
    return Duration.ofMillis(wholeNumber(least, most));
  }

  /** {@return one of an enumeration's constants, written in lower case} */
  public <E extends Enum<E>> E oneOf(E[] constants) {
    return oneOf(Arrays.asList(constants), each -> each.name().toLowerCase(Locale.ROOT));
  }

  /**
   * Reads a word that stands for something.
   *
   * @param things what there is
   * @param word gives the word of one
   * @return the one whose word it is
   */
  public <T> T oneOf(List<T> things, Function<T, String> word) {
    List<String> words = things.stream().map(word).toList();
    int index = value instanceof JsonString text ? words.indexOf(text.value()) : -1;
    if (index >= 0) {
      return things.get(index);
    }
    String near = value instanceof JsonString text ? meant(text.value(), words) : "";
    problem("must be one of " + String.join(", ", words) + ", not " + value.kind() + near);
    return things.getFirst();
  }

  @Override
  public String toString() {
    return path + ": " + value.kind();
  }
}
