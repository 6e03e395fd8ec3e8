package dev.backplane.rtl.frontend;

import dev.backplane.rtl.RtlException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The installed Verilator: tests are skipped without one. */
public final class TestVerilator {
  private static final Optional<Verilator> INSTALLED = installed();

  private TestVerilator() {}

  /** A front end on it. */
  public static FrontEnd frontEnd() {
    return new VerilatorFrontEnd(any(), Duration.ofMinutes(1));
  }

  static Verilator any() {
    Assumptions.assumeTrue(INSTALLED.isPresent(), "no Verilator is installed");
    return INSTALLED.orElseThrow();
  }

  /**
   * The front end on the Verilator of another release of Debian, as {@code tools/verilators}
   * unpacks it; the test is skipped if it is not there.
   */
  public static FrontEnd ofRelease(String release) {
    Map<String, String> environment = System.getenv();
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path caches =
        cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    Path program = caches.resolve("backplane/verilators").resolve(release).resolve("verilator");
    Assumptions.assumeTrue(
        Files.isExecutable(program),
        "the Verilator of Debian " + release + " is not unpacked (tools/verilators)");
    return new VerilatorFrontEnd(
        Verilator.find(Map.of("BACKPLANE_VERILATOR", program.toString()), Path.of("")),
        Duration.ofMinutes(1));
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
