package dev.backplane.runtime;

import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import dev.backplane.api.Registers;
import dev.backplane.runtime.fakes.Script;
import dev.backplane.tck.Allocation;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The path of a register access allocates nothing. */
final class HotPathTest {
  private static final int CALLS = 20_000;

  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  @Test
  void registerAccessAllocatesNothing() {
    try (Backplane backplane = new Site(folder).plugins(scripted("one", "{}")).open();
        Device device = backplane.find().open()) {
      Registers registers = device.facet(Registers.class);
      Allocation.assertLessThan(
          CALLS, () -> assertThat(access(registers)).isEqualTo((long) CALLS * (CALLS - 1)));
    }
  }

  private static long access(Registers registers) {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      registers.write32(0, i);
      sum += registers.read32(0);
      registers.write64(0, i);
      sum += registers.read32(0);
    }
    return sum;
  }
}
