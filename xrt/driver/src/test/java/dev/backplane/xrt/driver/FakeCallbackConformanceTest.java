package dev.backplane.xrt.driver;

import dev.backplane.tck.ClosingRacesConformance;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.RacesConformance;
import dev.backplane.tck.RunsConformance;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs that compute, whose end the library tells by calling back. */
final class FakeCallbackConformanceTest extends DriverConformance {
  @TempDir static Path folder;

  private static FakeXrt fake;

  @BeforeAll
  static void compile() throws Exception {
    fake = FakeXrt.compile(folder);
  }

  @Override
  protected DriverUnderTest driver() {
    return XrtHere.fake(fake.config(", \"completion\": \"callback\""))
        .only(RunsConformance.class, RacesConformance.class, ClosingRacesConformance.class);
  }
}
