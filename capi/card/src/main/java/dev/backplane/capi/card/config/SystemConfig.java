package dev.backplane.capi.card.config;

import dev.backplane.driverkit.ConfigurationNode;
import java.nio.file.Path;

/**
 * An instance's configuration for the cards of the machine.
 *
 * @param classFolder where the attributes of its class are
 * @param deviceFolder where its nodes are
 */
public record SystemConfig(Path classFolder, Path deviceFolder) {
  /** The value of {@code host} for cards of the machine. */
  public static final String HOST = "system";

  private static final Path CLASS = Path.of("/sys/class/cxl");
  private static final Path DEVICES = Path.of("/dev/cxl");

  /** {@return whether a configuration is one for them} */
  public static boolean isMeant(ConfigurationNode root) {
    return root.get("host").filter(node -> node.is(HOST)).isPresent();
  }

  /** Reads a configuration. */
  public static SystemConfig read(ConfigurationNode root) {
    root.allow("host", "class", "devices");
    return new SystemConfig(
        root.get("class", ConfigurationNode::file, CLASS),
        root.get("devices", ConfigurationNode::file, DEVICES));
  }
}
