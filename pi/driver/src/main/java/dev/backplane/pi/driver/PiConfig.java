package dev.backplane.pi.driver;

import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.ffi.TrialProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of an instance.
 *
 * @param library the path of the plugin's library, or its name
 * @param version the version of the interface that the plugin is told
 * @param targets the targets of device binaries that its devices take before all others, the most
 *     wanted first
 * @param probe the time that the plugin may take in a process of its own, where it is tried first;
 *     empty if it is not tried
 */
record PiConfig(
    String library, InterfaceVersion version, List<String> targets, Optional<Duration> probe) {
  private static final int MOST_SECONDS = 600;
  private static final Duration USUAL_TIME = Duration.ofSeconds(10);

  static PiConfig read(ConfigurationNode root) {
    root.allow("library", "version", "targets", "probe", "probe_seconds");
    String library = root.required("library", ConfigurationNode::text);
    Duration time = root.get("probe_seconds", node -> node.seconds(1, MOST_SECONDS), USUAL_TIME);
    return new PiConfig(
        library,
        root.get("version").map(PiConfig::version).orElseGet(() -> named(library)),
        root.get("targets", node -> node.list(ConfigurationNode::text), List.of()),
        root.get("probe", ConfigurationNode::truth, true) ? Optional.of(time) : Optional.empty());
  }

  private static InterfaceVersion version(ConfigurationNode node) {
    return node.oneOf(List.copyOf(SlotList.known()), InterfaceVersion::toString);
  }

  private static InterfaceVersion named(String library) {
    return FileVersion.of(library).orElse(SlotList.NEWEST);
  }

  /**
   * {@return this, with a trial that leaves a call of the driver enough time to load the plugin}
   */
  PiConfig within(Duration call) {
    Duration most = TrialProcess.share(call);
    return new PiConfig(
        library, version, targets, probe.map(limit -> limit.compareTo(most) < 0 ? limit : most));
  }
}
