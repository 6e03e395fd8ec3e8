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
        home(System.getenv().getOrDefault("HOME", "")),
        Path.of("/etc"));
  }

  /** What the shell calls {@code ~}; the JDK's own is what the table of users says. */
  static Path home(String variable) {
    return Path.of(variable.startsWith("/") ? variable : System.getProperty("user.home", "/"));
  }
}
