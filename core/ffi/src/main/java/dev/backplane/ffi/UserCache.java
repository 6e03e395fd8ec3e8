package dev.backplane.ffi;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Names the folder in which Backplane keeps files for a user. Scripts ask {@code tools/cache},
 * which follows the same rule; nothing else decides where that folder is.
 */
public final class UserCache {
  private UserCache() {}

  /**
   * {@return a folder of the cache: in {@code BACKPLANE_CACHE}, or else in {@code backplane} of the
   * XDG base directory specification, with {@code HOME} before the home of the table of users; none
   * if nothing says where a user's files are}
   *
   * @param name what is kept there
   */
  public static Optional<Path> folder(String name) {
    return folder(name, System.getenv());
  }

  /**
   * {@return the same for a process with other environment variables}
   *
   * @param name what is kept there
   * @param environment the environment variables
   */
  public static Optional<Path> folder(String name, Map<String, String> environment) {
    return folder(name, environment, System.getProperty("user.home", ""));
  }

  static Optional<Path> folder(String name, Map<String, String> environment, String userHome) {
    String own = environment.getOrDefault("BACKPLANE_CACHE", "");
    if (!own.isEmpty()) {
      return Optional.of(Path.of(own).resolve(name));
    }
    String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    // The specification has a relative folder ignored.
    if (shared.startsWith("/")) {
      return Optional.of(Path.of(shared, "backplane", name));
    }
    // A relative home would be another folder in each working folder; "?" is Java's for none.
    String found = home.startsWith("/") ? home : userHome;
    return found.startsWith("/")
        ? Optional.of(Path.of(found, ".cache", "backplane", name))
        : Optional.empty();
  }
}
