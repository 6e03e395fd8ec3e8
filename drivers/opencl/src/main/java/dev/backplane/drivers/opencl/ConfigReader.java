package dev.backplane.drivers.opencl;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Driver;
import dev.backplane.drivers.opencl.icd.IcdSettings;
import dev.backplane.drivers.opencl.icd.IcdSettings.Probing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads an instance's configuration; every complaint names the place in it. */
final class ConfigReader {
  private static final Set<String> KEYS =
      Set.of("icd_folder", "libraries", "probe", "probe_seconds");
  private static final int MOST_SECONDS = 600;

  private final String instance;

  private ConfigReader(String instance) {
    this.instance = instance;
  }

  /**
   * Reads.
   *
   * @param usual what holds where the configuration says nothing
   */
  static IcdSettings read(String instance, String json, IcdSettings usual) {
    if (json.equals(Driver.NO_CONFIG)) {
      return usual;
    }
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
    return new ConfigReader(instance).settings(root, usual);
  }

  private IcdSettings settings(JsonNode root, IcdSettings usual) {
    if (!root.isObject()) {
      throw wrong("$", "must be an object, not " + root);
    }
    for (String key : root.propertyNames()) {
      if (!KEYS.contains(key)) {
        throw wrong("$." + key, "is no known key; there are " + KEYS.stream().sorted().toList());
      }
    }
    JsonNode folder = root.get("icd_folder");
    return new IcdSettings(
        usual.environment(),
        usual.systemFolder(),
        folder == null ? usual.folder() : Optional.of(Path.of(text(folder, "$.icd_folder"))),
        libraries(root.get("libraries")),
        probing(root.get("probe"), usual.probe()),
        deadline(root.get("probe_seconds"), usual.deadline()));
  }

  private List<String> libraries(@Nullable JsonNode node) {
    List<String> libraries = new ArrayList<>();
    if (node == null) {
      return libraries;
    }
    if (!node.isArray()) {
      throw wrong("$.libraries", "must be a list of names or paths, not " + node);
    }
    for (int i = 0; i < node.size(); i++) {
      libraries.add(text(node.get(i), "$.libraries[" + i + "]"));
    }
    return libraries;
  }

  private Probing probing(@Nullable JsonNode node, Probing usual) {
    if (node == null) {
      return usual;
    }
    for (Probing each : Probing.values()) {
      if (node.isString() && node.stringValue().equals(word(each))) {
        return each;
      }
    }
    throw wrong(
        "$.probe",
        "must be one of "
            + Arrays.stream(Probing.values()).map(ConfigReader::word).toList()
            + ", not "
            + node);
  }

  private static String word(Probing probing) {
    return probing.name().toLowerCase(Locale.ROOT);
  }

  private Duration deadline(@Nullable JsonNode node, Duration usual) {
    if (node == null) {
      return usual;
    }
    if (!node.isIntegralNumber()
        || !node.canConvertToInt()
        || node.intValue() < 1
        || node.intValue() > MOST_SECONDS) {
      throw wrong(
          "$.probe_seconds", "must be a whole number from 1 to " + MOST_SECONDS + ", not " + node);
    }
    return Duration.ofSeconds(node.intValue());
  }

  private String text(JsonNode node, String path) {
    if (!node.isString() || node.stringValue().isBlank() || node.stringValue().indexOf('\0') >= 0) {
      throw wrong(path, "must be a name or path, not " + node);
    }
    return node.stringValue();
  }

  private BackplaneException wrong(String path, String problem) {
    return BackplaneException.because(ErrorCode.CONFIGURATION_INVALID, path + ": " + problem)
        .during("configure")
        .by(instance)
        .remedy("Correct the instance's 'config'")
        .build();
  }
}
