package dev.backplane.rtl.frontend;

import dev.backplane.rtl.RtlException;
import java.time.Duration;
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

  private static Optional<Verilator> installed() {
    try {
      return Optional.of(Verilator.find());
    } catch (RtlException e) {
      System.out.println("not used in tests: " + e.getMessage());
      return Optional.empty();
    }
  }
}
