package dev.backplane.rtl.simulators;

import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The options with which the verilator engine compiles and runs models. Immutable; the {@code with}
 * methods return changed copies.
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
        false, false, cacheFolder(), 2L << 30, Duration.ofMinutes(10), Duration.ofSeconds(30));
  }

  private static Path cacheFolder() {
    return UserCache.folder("verilator").orElseGet(() -> WithoutHome.FOLDER);
  }

  /** Without a home, models last as long as temporary files. */
  private static final class WithoutHome {
    static final Path FOLDER = newFolder();

    private static Path newFolder() {
      try {
        return Files.createTempDirectory("backplane-models-");
      } catch (IOException e) {
        throw new RtlException(
            RtlError.ENGINE_FAILED,
            "There is no home folder for compiled models, and no temporary folder can be made: "
                + e
                + ". Set BACKPLANE_CACHE to a folder that can be written",
            e);
      }
    }
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
