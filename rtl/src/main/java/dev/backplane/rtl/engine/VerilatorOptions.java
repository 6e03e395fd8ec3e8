package dev.backplane.rtl.engine;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How the verilator engine compiles and runs models. Immutable; the {@code with} methods return
 * changed copies.
 *
 * @param ownProcess whether each engine runs in a separate process, so that a crash does not end
 *     this one
 * @param unknowns whether uninitialised state gets a random value, by the seed of the engine,
 *     instead of 0
 * @param cache the folder in which models are kept
 * @param cacheBytes the size of the cache above which the least recently used models are deleted
 * @param buildDeadline how long one run of a tool may take
 * @param answerDeadline how long the separate process may take for one cycle
 */
public record VerilatorOptions(
    boolean ownProcess,
    boolean unknowns,
    Path cache,
    long cacheBytes,
    Duration buildDeadline,
    Duration answerDeadline) {

  /** {@return the default options, with the user's cache} */
  public static VerilatorOptions standard() {
    return new VerilatorOptions(
        false, false, userCache(), 2L << 30, Duration.ofMinutes(10), Duration.ofSeconds(30));
  }

  /** The folder in BACKPLANE_CACHE, or else the one of the XDG base directory specification. */
  private static Path userCache() {
    String own = System.getenv("BACKPLANE_CACHE");
    if (own != null && !own.isEmpty()) {
      return Path.of(own).resolve("verilator");
    }
    String shared = System.getenv("XDG_CACHE_HOME");
    Path caches =
        shared != null && Path.of(shared).isAbsolute() ? Path.of(shared) : home().resolve(".cache");
    return caches.resolve("backplane").resolve("verilator");
  }

  /** The home folder, {@code ~} in a shell. */
  private static Path home() {
    String home = System.getenv().getOrDefault("HOME", "");
    return Path.of(home.startsWith("/") ? home : System.getProperty("user.home"));
  }

  /** {@return a copy with engines in separate processes, or in this one} */
  public VerilatorOptions withOwnProcess(boolean own) {
    return new VerilatorOptions(own, unknowns, cache, cacheBytes, buildDeadline, answerDeadline);
  }

  /** {@return a copy with or without random values for uninitialised state} */
  public VerilatorOptions withUnknowns(boolean random) {
    return new VerilatorOptions(
        ownProcess, random, cache, cacheBytes, buildDeadline, answerDeadline);
  }

  /** {@return a copy with another cache, of at most so many bytes} */
  public VerilatorOptions withCache(Path folder, long bytes) {
    return new VerilatorOptions(ownProcess, unknowns, folder, bytes, buildDeadline, answerDeadline);
  }

  /** {@return a copy with another deadline for one run of a tool} */
  public VerilatorOptions withBuildDeadline(Duration deadline) {
    return new VerilatorOptions(ownProcess, unknowns, cache, cacheBytes, deadline, answerDeadline);
  }

  /** {@return a copy with another deadline for one cycle} */
  public VerilatorOptions withAnswerDeadline(Duration deadline) {
    return new VerilatorOptions(ownProcess, unknowns, cache, cacheBytes, buildDeadline, deadline);
  }
}
