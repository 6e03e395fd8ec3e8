package dev.backplane.xrt.driver;

import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The kit on a library of our own that computes. */
final class FakeConformanceTest extends DriverConformance {
  @TempDir static Path folder;

  private static FakeXrt fake;

  @BeforeAll
  static void compile() throws Exception {
    fake = FakeXrt.compile(folder);
  }

  @Override
  protected DriverUnderTest driver() {
    return XrtHere.fake(fake.config(""));
  }
}
