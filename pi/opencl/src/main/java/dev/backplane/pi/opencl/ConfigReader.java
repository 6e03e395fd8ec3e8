package dev.backplane.pi.opencl;

import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.pi.opencl.icd.IcdSettings;
import dev.backplane.pi.opencl.icd.IcdSettings.Probing;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads an instance's configuration. */
final class ConfigReader {
  private static final int MOST_SECONDS = 600;

  private ConfigReader() {}

  /**
   * Reads.
   *
   * @param usual what holds where the configuration says nothing
   */
  static IcdSettings read(ConfigurationNode root, IcdSettings usual) {
    if (root.isEmpty()) {
      // The usual case, in which nothing of the rest is loaded.
      return usual;
    }
    root.allow("icd_folder", "libraries", "probe", "probe_seconds");
    Optional<Path> folder = root.get("icd_folder").map(ConfigurationNode::file);
    return new IcdSettings(
        usual.environment(),
        usual.systemFolder(),
        folder.isPresent() ? folder : usual.folder(),
        root.get("libraries", node -> node.list(ConfigurationNode::fileName), List.of()),
        root.get("probe", node -> node.oneOf(Probing.values()), usual.probe()),
        root.get("probe_seconds", node -> node.seconds(1, MOST_SECONDS), usual.deadline()));
  }
}
