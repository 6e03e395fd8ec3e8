package dev.backplane.cli;

import java.nio.file.Path;
import java.util.Optional;

/** Where images that were built are kept: with what else Backplane keeps for a user. */
final class BuildCacheFolder {
  private BuildCacheFolder() {}

  /** {@return the folder, unless nobody says where a user's things are} */
  static Optional<Path> find() {
    String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    String home = System.getenv().getOrDefault("HOME", "");
    if (cache.isEmpty() && home.isEmpty()) {
      return Optional.empty();
    }
    Path folder = cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache);
    return Optional.of(folder.resolve("backplane").resolve("images"));
  }
}
