package dev.backplane.runtime.configuration;

import java.nio.file.Path;
import java.util.Map;

/**
 * The surroundings in which a configuration is looked for.
 *
 * @param variables the environment variables
 * @param workingFolder where the program was started
 * @param home the user's folder
 * @param system the folder of the machine's configuration, {@code /etc}
 * @param pciDevices the folder in which the kernel lists the PCI devices
 */
public record Environment(
    Map<String, String> variables, Path workingFolder, Path home, Path system, Path pciDevices) {
  /** {@return the surroundings of this process} */
  public static Environment ofProcess() {
    return new Environment(
        System.getenv(),
        Path.of("").toAbsolutePath(),
        home(System.getenv().getOrDefault("HOME", "")),
        Path.of("/etc"),
        Path.of("/sys/bus/pci/devices"));
  }

  /**
   * {@return the user's folder, which the shell calls {@code ~}} Without an absolute HOME, it is
   * the one that the JDK takes from the table of users.
   */
  static Path home(String variable) {
    return Path.of(variable.startsWith("/") ? variable : System.getProperty("user.home", "/"));
  }
}
