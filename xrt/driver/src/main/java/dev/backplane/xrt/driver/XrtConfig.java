package dev.backplane.xrt.driver;

import dev.backplane.driverkit.ConfigurationNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The configuration of an instance.
 *
 * @param emulation what stands behind the library; what the environment says if empty
 * @param devices how many devices an emulation has
 * @param library the folder that the library is in, where it is no usual one
 * @param environment variables of C to set before the library's first call
 * @param ini settings of xrt.ini, by section and key
 * @param completion how the end of a run is noticed
 * @param deadline how long a call may take that the library does not limit itself
 */
record XrtConfig(
    Optional<Emulation> emulation,
    int devices,
    Optional<Path> library,
    Map<String, String> environment,
    Map<String, String> ini,
    Completion completion,
    Duration deadline) {
  XrtConfig {
    environment = Map.copyOf(environment);
    ini = Map.copyOf(ini);
  }

  private static final int MOST_DEVICES = 16;
  private static final long MOST_SECONDS = 86_400;
  private static final Duration USUAL_DEADLINE = Duration.ofMinutes(2);

  static XrtConfig read(ConfigurationNode root) {
    root.allow(
        "emulation", "devices", "library", "environment", "ini", "completion", "deadline_seconds");
    XrtConfig config =
        new XrtConfig(
            root.get("emulation").map(node -> node.oneOf(Emulation.values())),
            root.get("devices", node -> node.integer(1, MOST_DEVICES), 1),
            root.get("library").map(ConfigurationNode::file),
            root.get("environment", node -> texts(node, "[A-Za-z_][A-Za-z0-9_]*"), Map.of()),
            root.get("ini", node -> texts(node, "[A-Za-z]+\\.[A-Za-z0-9_]+"), Map.of()),
            root.get("completion", node -> node.oneOf(Completion.values()), Completion.POLL),
            root.get("deadline_seconds", node -> node.seconds(1, MOST_SECONDS), USUAL_DEADLINE));
    Emulation emulation = config.emulation().orElse(null);
    if (emulation == Emulation.NONE) {
      root.get("devices")
          .ifPresent(node -> node.problem("counts emulated devices; real ones are found"));
    }
    if (emulation == Emulation.HW_EMU && config.completion() == Completion.CALLBACK) {
      root.get("completion")
          .ifPresent(
              node -> node.problem("callbacks of hw_emu come whole seconds late; use 'poll'"));
    }
    return config;
  }

  private static Map<String, String> texts(ConfigurationNode node, String shape) {
    Map<String, String> texts = new TreeMap<>();
    node.members()
        .forEach(
            (key, value) -> {
              if (!key.matches(shape)) {
                value.problem("is no name of the form " + shape);
              }
              String text = value.text();
              if (text.chars().anyMatch(Character::isISOControl)) {
                value.problem("has a control character");
              }
              texts.put(key, text);
            });
    return texts;
  }

  /** The mechanism by which code that does not wait learns of the end of a run. */
  enum Completion {
    /** A thread looks at the states of runs. */
    POLL,
    /** The library calls back. */
    CALLBACK
  }
}
