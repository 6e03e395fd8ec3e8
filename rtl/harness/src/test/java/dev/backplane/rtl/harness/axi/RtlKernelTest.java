package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A kernel in Verilog, from its source to memory. */
final class RtlKernelTest {
  private static final long BASE = FakeMemory.BASE;
  private static @Nullable CompiledDesign design;

  private final FakeMemory memory = new FakeMemory();

  @BeforeAll
  static void elaborate() throws URISyntaxException {
    URL source = Objects.requireNonNull(RtlKernelTest.class.getResource("move.v"));
    design =
        JvmEngine.compile(
            TestVerilator.frontEnd()
                .elaborate(Sources.of(List.of(Path.of(source.toURI()))), "move")
                .netlist());
  }

  private KernelHarness harness(HarnessOptions options) {
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

  private static RunOutcome move(KernelHarness harness, long from, long to, int words) {
    harness.writeRegister(0x10, (int) from);
    harness.writeRegister(0x14, (int) (from >>> 32));
    harness.writeRegister(0x1c, (int) to);
    harness.writeRegister(0x20, (int) (to >>> 32));
    harness.writeRegister(0x28, words);
    return harness.run(RunLimits.ofCycles(1_000_000));
  }

  @Test
  void wordsFlowFromReadToWrite() {
    try (KernelHarness harness = harness(HarnessOptions.DEFAULT)) {
      for (int round = 0; round < 3; round++) {
        int seed = round;
        IntStream.range(0, 512).forEach(i -> memory.setWord(i * 4L, i * 7 + seed));
        RunOutcome outcome = move(harness, BASE, BASE + 4096, 512);
        IntStream.range(0, 512)
            .forEach(i -> assertThat(memory.word(4096 + i * 4L)).isEqualTo(i * 7 + seed + 1));
        assertThat(outcome.ports().getFirst().readBeats()).isEqualTo(512);
        assertThat(outcome.ports().getFirst().writeBursts()).isEqualTo(32);
      }
    }
  }

  @Test
  void backPressureDoesNotChangeTheResult() {
    for (int seed = 1; seed <= 20; seed++) {
      try (KernelHarness harness =
          harness(HarnessOptions.DEFAULT.withRandomStalls(35, true, seed))) {
        IntStream.range(0, 256).forEach(i -> memory.setWord(i * 4L, i));
        move(harness, BASE, BASE + 4096, 256);
        for (int i = 0; i < 256; i++) {
          assertThat(memory.word(4096 + i * 4L)).describedAs("seed %d", seed).isEqualTo(i + 1);
        }
      }
    }
  }

  @Test
  void cyclesAreTheSameEveryTime() {
    long[] cycles = new long[2];
    for (int i = 0; i < 2; i++) {
      try (KernelHarness harness = harness(HarnessOptions.DEFAULT)) {
        cycles[i] = move(harness, BASE, BASE + 4096, 512).cycles();
        harness.reset();
        assertThat(move(harness, BASE, BASE + 4096, 512).cycles()).isEqualTo(cycles[i]);
      }
    }
    assertThat(cycles[0]).isEqualTo(cycles[1]);
  }

  @Test
  void aPointerOffItsAlignmentBreaksTheFourKibRule() {
    try (KernelHarness harness = harness(HarnessOptions.DEFAULT)) {
      assertThatThrownBy(() -> move(harness, BASE + 4, BASE + 8192, 1024))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.PROTOCOL_VIOLATION))
          .hasMessageMatching(
              "m_axi_gmem @cycle \\d+: INCR burst crosses a 4 KiB boundary: addr 0x400000000fc4,"
                  + " 16 beats x 4 bytes. It starts 4 bytes past a multiple of 64, .* argument"
                  + " 'c': give the kernel a buffer or sub-buffer aligned to 64 bytes, .*");
      harness.reset();
      move(harness, BASE, BASE + 8192, 16);
    }
  }

  @Test
  void aLengthOfZeroEndsWhereMemoryEnds() {
    try (KernelHarness harness = harness(HarnessOptions.DEFAULT)) {
      assertThatThrownBy(() -> move(harness, BASE, BASE + 4096, 0))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ADDRESS_FAULT))
          .hasMessageContaining("write where no memory is: addr 0x400000010000")
          .hasMessageContaining("0 bytes past the end of argument 'c'");
    }
  }
}
