package dev.backplane.rtl.cache;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The folder in which Backplane keeps things for a user. */
public final class UserCache {
  private UserCache() {}

  /**
   * {@return a folder of the cache: in {@code BACKPLANE_CACHE}, or else in {@code backplane} of the
   * XDG base directory specification; none if nothing says where a user's files are}
   *
   * @param name what is kept there
   */
  public static Optional<Path> folder(String name) {
    return folder(name, System.getenv(), System.getProperty("user.home", ""));
  }

  static Optional<Path> folder(String name, Map<String, String> environment, String userHome) {
    String own = environment.getOrDefault("BACKPLANE_CACHE", "");
    if (!own.isEmpty()) {
      return Optional.of(Path.of(own).resolve(name));
    }
    String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
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
