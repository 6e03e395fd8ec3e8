package dev.backplane.xrt.driver;

import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.RacesConformance;
import dev.backplane.tck.RunsConformance;
import org.junit.jupiter.api.BeforeAll;

/** Runs whose end the library tells by calling back. */
final class NoopCallbackConformanceTest extends DriverConformance {
  @BeforeAll
  static void needsTheLibrary() {
    XrtHere.assume("libxrt_noop.so.2");
  }

  @Override
  protected DriverUnderTest driver() {
    return XrtHere.noop("{\"emulation\": \"noop\", \"completion\": \"callback\"}")
        .only(RunsConformance.class, RacesConformance.class);
  }
}
