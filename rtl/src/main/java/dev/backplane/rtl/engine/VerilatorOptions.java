package dev.backplane.rtl.engine;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How the verilator engine makes and runs models. Immutable; the {@code with} methods give changed
 * copies.
 *
 * @param ownProcess whether each engine runs in a process of its own, which can crash alone
 * @param unknowns whether what the design leaves without a value gets one at random, by the seed of
 *     the engine, instead of 0
 * @param cache the folder in which models are kept
 * @param cacheBytes how large that may become before what was not used for longest is deleted
 * @param buildDeadline how long one run of a tool may take
 * @param answerDeadline how long an engine's own process may take for one cycle
 */
public record VerilatorOptions(
    boolean ownProcess,
    boolean unknowns,
    Path cache,
    long cacheBytes,
    Duration buildDeadline,
    Duration answerDeadline) {

  /** {@return the options without any wish, with the user's cache} */
  public static VerilatorOptions standard() {
    return new VerilatorOptions(
        false, false, userCache(), 2L << 30, Duration.ofMinutes(10), Duration.ofSeconds(30));
  }

  /** The folder of BACKPLANE_CACHE, or that of the desktop's rules. */
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

  /** What the shell calls {@code ~}. */
  private static Path home() {
    String home = System.getenv().getOrDefault("HOME", "");
    return Path.of(home.startsWith("/") ? home : System.getProperty("user.home"));
  }

  /** {@return these with engines in processes of their own, or in this one} */
  public VerilatorOptions withOwnProcess(boolean own) {
    return new VerilatorOptions(own, unknowns, cache, cacheBytes, buildDeadline, answerDeadline);
  }

  /** {@return these with or without random values for what has none} */
  public VerilatorOptions withUnknowns(boolean random) {
    return new VerilatorOptions(
        ownProcess, random, cache, cacheBytes, buildDeadline, answerDeadline);
  }

  /** {@return these with another cache, of so many bytes} */
  public VerilatorOptions withCache(Path folder, long bytes) {
    return new VerilatorOptions(ownProcess, unknowns, folder, bytes, buildDeadline, answerDeadline);
  }

  /** {@return these with another deadline for a run of a tool} */
  public VerilatorOptions withBuildDeadline(Duration deadline) {
    return new VerilatorOptions(ownProcess, unknowns, cache, cacheBytes, deadline, answerDeadline);
  }

  /** {@return these with another deadline for a cycle} */
  public VerilatorOptions withAnswerDeadline(Duration deadline) {
    return new VerilatorOptions(ownProcess, unknowns, cache, cacheBytes, buildDeadline, deadline);
  }
}
