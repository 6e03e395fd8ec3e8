package dev.backplane.xrt.driver;

import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import org.junit.jupiter.api.BeforeAll;

/** The kit on XRT's own shim that completes everything and computes nothing. */
final class NoopConformanceTest extends DriverConformance {
  @BeforeAll
  static void needsTheLibrary() {
    XrtHere.assume("libxrt_noop.so.2");
  }

  @Override
  protected DriverUnderTest driver() {
    return XrtHere.noop("{\"emulation\": \"noop\", \"devices\": 2}");
  }
}
