package dev.backplane.pi.table.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Memory that transfers go through. */
final class StagingTest {
  @Test
  void reusesMemoryOfTheSameSize() {
    Staging staging = new Staging();
    MemorySegment first = staging.take(100_000);
    assertThat(staging.take(100_000).address()).isNotEqualTo(first.address());
    staging.giveBack(first);
    assertThat(staging.take(99_999).address()).isEqualTo(first.address());
  }

  @Test
  void aPieceIsLargeEnoughAndWastesLittle() {
    Staging staging = new Staging();
    for (long bytes : new long[] {0, 1, 4096, 4097, 65_535, 65_536, 65_537, 1_000_003}) {
      long size = staging.take(bytes).byteSize();
      assertThat(size).isGreaterThanOrEqualTo(bytes).isLessThanOrEqualTo(bytes * 5 / 4 + 4096);
    }
  }
}
