package dev.backplane.drivers.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads an instance's configuration; every complaint names the place in it. */
final class ConfigReader {
  private static final Set<String> KEYS =
      Set.of(
          "emulation",
          "devices",
          "library",
          "environment",
          "ini",
          "completion",
          "deadline_seconds");
  private static final int MOST_DEVICES = 16;
  private static final long MOST_SECONDS = 86_400;
  private static final long USUAL_SECONDS = 120;

  private final String instance;

  private ConfigReader(String instance) {
    this.instance = instance;
  }

  static XrtConfig read(String instance, String json) {
    JsonNode root;
    try {
      root = JsonMapper.shared().readTree(json);
    } catch (JacksonException e) {
      throw BackplaneException.because(
              ErrorCode.CONFIGURATION_SYNTAX, "not JSON: " + e.getOriginalMessage())
          .during("configure")
          .by(instance)
          .causedBy(e)
          .build();
    }
    return new ConfigReader(instance).config(root);
  }

  private XrtConfig config(JsonNode root) {
    if (!root.isObject()) {
      throw wrong("$", "must be an object, not " + root);
    }
    for (String key : root.propertyNames()) {
      if (!KEYS.contains(key)) {
        throw wrong("$." + key, "is no known key; there are " + KEYS.stream().sorted().toList());
      }
    }
    Optional<Emulation> emulation = choice(root, "emulation", Emulation.values());
    if (emulation.filter(Emulation.NONE::equals).isPresent() && root.has("devices")) {
      throw wrong("$.devices", "counts emulated devices; real ones are found");
    }
    XrtConfig.Completion completion =
        choice(root, "completion", XrtConfig.Completion.values()).orElse(XrtConfig.Completion.POLL);
    if (emulation.filter(Emulation.HW_EMU::equals).isPresent()
        && completion == XrtConfig.Completion.CALLBACK) {
      throw wrong("$.completion", "callbacks of hw_emu come whole seconds late; use 'poll'");
    }
    return new XrtConfig(
        emulation,
        (int) number(root.get("devices"), "$.devices", 1, MOST_DEVICES, 1),
        library(root.get("library")),
        texts(root.get("environment"), "$.environment", "[A-Za-z_][A-Za-z0-9_]*"),
        texts(root.get("ini"), "$.ini", "[A-Za-z]+\\.[A-Za-z0-9_]+"),
        completion,
        Duration.ofSeconds(
            number(
                root.get("deadline_seconds"),
                "$.deadline_seconds",
                1,
                MOST_SECONDS,
                USUAL_SECONDS)));
  }

  private <E extends Enum<E>> Optional<E> choice(JsonNode root, String key, E[] known) {
    JsonNode node = root.get(key);
    if (node == null) {
      return Optional.empty();
    }
    for (E each : known) {
      if (node.isString() && node.stringValue().equals(word(each))) {
        return Optional.of(each);
      }
    }
    List<String> words = Arrays.stream(known).map(ConfigReader::word).toList();
    throw wrong("$." + key, "must be one of " + words + ", not " + node);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private Optional<Path> library(@Nullable JsonNode node) {
    if (node == null) {
      return Optional.empty();
    }
    String folder = text(node, "$.library");
    try {
      return Optional.of(Path.of(folder));
    } catch (InvalidPathException e) {
      throw wrong("$.library", "'" + folder + "' is no folder: " + e.getReason());
    }
  }

  private Map<String, String> texts(@Nullable JsonNode node, String path, String shape) {
    Map<String, String> texts = new TreeMap<>();
    if (node == null) {
      return texts;
    }
    if (!node.isObject()) {
      throw wrong(path, "must be an object of names and texts, not " + node);
    }
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      String at = path + "." + entry.getKey();
      if (!entry.getKey().matches(shape)) {
        throw wrong(at, "is no name of the form " + shape);
      }
      String text = text(entry.getValue(), at);
      if (text.chars().anyMatch(Character::isISOControl)) {
        throw wrong(at, "has a control character");
      }
      texts.put(entry.getKey(), text);
    }
    return texts;
  }

  private String text(JsonNode node, String path) {
    if (!node.isString() || node.stringValue().isEmpty()) {
      throw wrong(path, "must be a text, not " + node);
    }
    return node.stringValue();
  }

  private long number(@Nullable JsonNode node, String path, long least, long most, long usual) {
    if (node == null) {
      return usual;
    }
    if (!node.isIntegralNumber()
        || !node.canConvertToLong()
        || node.longValue() < least
        || node.longValue() > most) {
      throw wrong(path, "must be a whole number from " + least + " to " + most + ", not " + node);
    }
    return node.longValue();
  }

  private BackplaneException wrong(String path, String problem) {
    return BackplaneException.because(ErrorCode.CONFIGURATION_INVALID, path + ": " + problem)
        .during("configure")
        .by(instance)
        .remedy("Correct the instance's 'config'")
        .build();
  }
}
