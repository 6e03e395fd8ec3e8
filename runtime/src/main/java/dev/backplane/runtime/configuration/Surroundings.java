package dev.backplane.runtime.configuration;

import java.nio.file.Path;
import java.util.Map;

/**
 * What the search for a configuration depends on.
 *
 * @param environment the environment variables
 * @param workingFolder where the program was started
 * @param home the user's folder
 * @param system the folder of the machine's configuration, {@code /etc}
 */
public record Surroundings(
    Map<String, String> environment, Path workingFolder, Path home, Path system) {
  /** {@return those of this process} */
  public static Surroundings ofProcess() {
    return new Surroundings(
        System.getenv(),
        Path.of("").toAbsolutePath(),
        Path.of(System.getProperty("user.home", "/")),
        Path.of("/etc"));
  }
}
