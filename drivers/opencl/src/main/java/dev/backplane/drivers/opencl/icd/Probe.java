package dev.backplane.drivers.opencl.icd;

import dev.backplane.ffi.TrialProcess;
import dev.backplane.pi.PiCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tries a library in a process of its own before this one loads it. What came out is remembered for
 * as long as this process lives.
 */
final class Probe {
  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

  private Probe() {}

  /** {@return why a library must not be loaded here, empty if it did well} */
  static String of(Candidate candidate, Duration deadline) {
    return KNOWN.computeIfAbsent(
        identity(candidate),
        _ ->
            TrialProcess.run(
                Probe.class, List.of(PiCalls.class), List.of(candidate.library()), deadline));
  }

  /** A file that was changed meanwhile is another library. */
  private static String identity(Candidate candidate) {
    try {
      Path file = Path.of(candidate.library());
      return candidate.library().contains("/")
          ? file.toRealPath() + " " + Files.getLastModifiedTime(file)
          : candidate.library();
    } catch (IOException e) {
      return candidate.library();
    }
  }

  /** The process in which a library is tried: does with it what discovery does. */
  public static void main(String[] arguments) {
    Path report = Path.of(arguments[0]);
    Implementation.load(
        new Candidate(arguments[1], "the parent process", false), step -> write(report, step));
    write(report, TrialProcess.DONE);
    // Some libraries hang or crash at their end as well, where nobody would ask them.
    Runtime.getRuntime().halt(0);
  }

  private static void write(Path report, String step) {
    try {
      TrialProcess.step(report, step);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
