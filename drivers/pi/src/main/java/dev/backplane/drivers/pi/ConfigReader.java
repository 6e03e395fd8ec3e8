package dev.backplane.drivers.pi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads an instance's configuration; every complaint names the place in it. */
final class ConfigReader {
  private static final Set<String> KEYS =
      Set.of("library", "version", "targets", "probe", "probe_seconds");
  private static final int MOST_SECONDS = 600;
  private static final int USUAL_SECONDS = 10;

  private final String instance;

  private ConfigReader(String instance) {
    this.instance = instance;
  }

  static PiConfig read(String instance, String json) {
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

  private PiConfig config(JsonNode root) {
    if (!root.isObject()) {
      throw wrong("$", "must be an object, not " + root);
    }
    for (String key : root.propertyNames()) {
      if (!KEYS.contains(key)) {
        throw wrong("$." + key, "is no known key; there are " + KEYS.stream().sorted().toList());
      }
    }
    JsonNode library = root.get("library");
    if (library == null || !library.isString() || library.asString().isBlank()) {
      throw wrong(
          "$.library", "must name the plugin's library, for example \"libpi_level_zero.so\"");
    }
    return new PiConfig(
        library.asString(),
        version(root.get("version"), library.asString()),
        targets(root.get("targets")),
        probe(root));
  }

  private InterfaceVersion version(@Nullable JsonNode node, String library) {
    Optional<InterfaceVersion> named = FileVersion.of(library);
    if (node == null) {
      return named.orElse(SlotList.NEWEST);
    }
    Optional<InterfaceVersion> version =
        node.isString() ? InterfaceVersion.parse(node.asString()) : Optional.empty();
    if (version.isEmpty() || SlotList.of(version.get()).isEmpty()) {
      throw wrong("$.version", node + " is no known version; there are " + SlotList.known());
    }
    return version.get();
  }

  private List<String> targets(@Nullable JsonNode node) {
    List<String> targets = new ArrayList<>();
    if (node != null && !node.isArray()) {
      throw wrong("$.targets", node + " is no list of targets");
    }
    if (node != null) {
      for (JsonNode each : node) {
        if (!each.isString() || each.asString().isBlank()) {
          throw wrong("$.targets", each + " is no target");
        }
        targets.add(each.asString());
      }
    }
    return targets;
  }

  private Optional<Duration> probe(JsonNode root) {
    JsonNode probe = root.get("probe");
    if (probe != null && !probe.isBoolean()) {
      throw wrong("$.probe", probe + " is neither true nor false");
    }
    int seconds = USUAL_SECONDS;
    JsonNode limit = root.get("probe_seconds");
    if (limit != null) {
      if (!limit.isInt() || limit.asInt() < 1 || limit.asInt() > MOST_SECONDS) {
        throw wrong("$.probe_seconds", limit + " is no number from 1 to " + MOST_SECONDS);
      }
      seconds = limit.asInt();
    }
    return probe == null || probe.asBoolean()
        ? Optional.of(Duration.ofSeconds(seconds))
        : Optional.empty();
  }

  private BackplaneException wrong(String place, String problem) {
    return BackplaneException.because(ErrorCode.CONFIGURATION_INVALID, place + " " + problem)
        .during("configure")
        .by(instance)
        .build();
  }
}
