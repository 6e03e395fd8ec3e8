package dev.backplane.rtl.frontends;

import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.base.RtlException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;

/** The installed Verilator: tests are skipped without one. */
public final class TestVerilator {
  /** Debian's unstable release gets new ones at any time; a test must not change with it. */
  private static final Set<String> TRIED = Set.of("verilator 5.032", "verilator 5.048");

  private static final Duration DEADLINE = Duration.ofMinutes(10);
  private static final Optional<Verilator> INSTALLED = installed();

  private TestVerilator() {}

  /** A front end on it. */
  public static FrontEnd frontEnd() {
    return new VerilatorFrontEnd(any(), DEADLINE);
  }

  static Verilator any() {
    Assumptions.assumeTrue(INSTALLED.isPresent(), "no Verilator is installed");
    return INSTALLED.orElseThrow();
  }

  /**
   * The front end on the Verilator of another release of Debian, as {@code tools/verilators}
   * unpacks it; the test is skipped if it is not there or was not tried yet.
   */
  public static FrontEnd ofRelease(String release) {
    Optional<Path> program =
        UserCache.folder("verilators").map(all -> all.resolve(release).resolve("verilator"));
    Assumptions.assumeTrue(
        program.filter(Files::isExecutable).isPresent(),
        "the Verilator of Debian " + release + " is not unpacked (tools/verilators)");
    Verilator found =
        Verilator.find(
            Map.of("BACKPLANE_VERILATOR", program.orElseThrow().toString()), Path.of(""));
    Assumptions.assumeTrue(
        TRIED.contains(found.name()),
        found.name() + " was not tried yet: try it, then add it to TestVerilator");
    return new VerilatorFrontEnd(found, DEADLINE);
  }

  private static Optional<Verilator> installed() {
    try {
      return Optional.of(Verilator.find());
    } catch (RtlException e) {
      System.out.println("not used in tests: " + e.getMessage());
      return Optional.empty();
    }
  }
}
