package dev.backplane.xrt.card;

import dev.backplane.tck.BufferContentsConformance;
import dev.backplane.tck.BuffersConformance;
import dev.backplane.tck.DriverConformance;
import dev.backplane.tck.DriverUnderTest;
import dev.backplane.tck.MemoryConformance;
import dev.backplane.tck.TwoCopiesConformance;

/** The memory of a card that watches syncs. */
final class StrictSyncConformanceTest extends DriverConformance {
  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.of(new SoftcardDriver())
        .config("{\"strict_sync\": true}")
        .only(
            MemoryConformance.class,
            BuffersConformance.class,
            BufferContentsConformance.class,
            TwoCopiesConformance.class);
  }
}
