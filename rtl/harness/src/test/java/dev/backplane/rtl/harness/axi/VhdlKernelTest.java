package dev.backplane.rtl.harness.axi;

import static dev.backplane.rtl.harness.axi.FakeMemory.BASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The example kernel in VHDL, from source to result. */
class VhdlKernelTest {
  private static @Nullable CompiledDesign design;

  private final FakeMemory memory = new FakeMemory();

  @BeforeAll
  static void elaborate() {
    Path source = Path.of("..", "..", "examples", "scale", "scale.vhd");
    try {
      design =
          JvmEngine.compile(
              FrontEnd.find(Duration.ofMinutes(1))
                  .elaborate(Sources.of(List.of(source)), "scale")
                  .netlist());
    } catch (RtlException e) {
      if (e.error() == RtlError.TOOL_MISSING) {
        abort(String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private KernelHarness bench(HarnessOptions options) {
    CompiledDesign compiled = Objects.requireNonNull(design);
    KernelHarness harness =
        new KernelHarness(
            compiled::newEngine,
            KernelPorts.of(compiled.ports()),
            ControlProtocol.AP_CTRL_HS,
            memory,
            options);
    harness.reset();
    return harness;
  }

  private static void scale(KernelHarness harness, long from, long to, int factor, int words) {
    harness.writeRegister(0x10, (int) from);
    harness.writeRegister(0x14, (int) (from >>> 32));
    harness.writeRegister(0x1c, (int) to);
    harness.writeRegister(0x20, (int) (to >>> 32));
    harness.writeRegister(0x28, factor);
    harness.writeRegister(0x30, words);
    harness.run(RunLimits.ofCycles(1_000_000));
  }

  @Test
  void everyLengthAndAlignmentIsScaledUnderBackPressure() {
    for (int seed = 1; seed <= 20; seed++) {
      int words = seed * 13 % 77;
      long from = BASE + 4L * (seed % 5);
      long to = BASE + 4096 + 4L * (seed % 7);
      try (KernelHarness harness =
          bench(HarnessOptions.DEFAULT.withRandomStalls(seed % 3 * 20, true, seed))) {
        for (int i = 0; i <= words; i++) {
          memory.setWord(from - BASE + 4L * i, i * 3 - 7);
          memory.setWord(to - BASE + 4L * i, -1);
        }
        scale(harness, from, to, seed, words);
        for (int i = 0; i < words; i++) {
          assertThat(memory.word(to - BASE + 4L * i))
              .as("seed %d", seed)
              .isEqualTo((i * 3 - 7) * seed);
        }
        assertThat(memory.word(to - BASE + 4L * words)).isEqualTo(-1);
      }
    }
  }

  @Test
  void aLengthOfZeroIsDoneAtOnce() {
    try (KernelHarness harness = bench(HarnessOptions.DEFAULT)) {
      scale(harness, BASE, BASE + 4096, 3, 0);
      assertThat(harness.isRunning()).isFalse();
    }
  }
}
