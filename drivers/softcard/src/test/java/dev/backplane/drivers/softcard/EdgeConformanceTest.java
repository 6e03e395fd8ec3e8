package dev.backplane.drivers.softcard;

import dev.backplane.tck.BuffersConformance;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.MemoryConformance;
import org.junit.jupiter.api.Nested;

/** The memory of a card whose fabric and processor share it, and of one that watches syncs. */
final class EdgeConformanceTest {
  private static DriverUnderTest with(String config) {
    return DriverUnderTest.of(new SoftcardDriver()).config(config);
  }

  @Nested
  class EdgeMemory extends MemoryConformance {
    @Override
    protected DriverUnderTest driver() {
      return with("{\"family\": \"edge\"}");
    }
  }

  @Nested
  class EdgeBuffers extends BuffersConformance {
    @Override
    protected DriverUnderTest driver() {
      return with("{\"family\": \"edge\"}");
    }
  }

  @Nested
  class StrictMemory extends MemoryConformance {
    @Override
    protected DriverUnderTest driver() {
      return with("{\"strict_sync\": true}");
    }
  }
}
