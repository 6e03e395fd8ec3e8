package dev.backplane.rtl.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.harness.LoopbackDesign.On;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The native loop-backs of the examples, behind two buses, against a model of their registers. */
final class Nlb0Test {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final RunLimits LIMITS = RunLimits.ofCycles(200_000);
  private static final int LINE = Nlb0Model.LINE;
  private static final int LINES = 64;
  private static final long BASE = 0x5_0000_0000L;

  /** The lines of the memory: the status, the source, the target. */
  private static final long STATUS = BASE;

  private static final long SOURCE = BASE + 16 * LINE;
  private static final long TARGET = SOURCE + LINES * LINE;
  private static final int BYTES = (16 + 2 * LINES) * LINE;

  private static final int[] REGISTERS = {
    0x00, 0x08, 0x10, 0x18, 0x100, 0x108, 0x110, 0x118, 0x120, 0x128, 0x130, 0x138, 0x140, 0x160,
    0x168, 0x170, 0x3fff8
  };

  /** The memory of the accelerator and that of the model. */
  private final MemorySegment seen = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);

  private final MemorySegment expected = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);

  /** What the loop-back is behind. */
  enum Bus {
    CCIP("nlb0"),
    AXI("nlb0_axi");

    private final String top;

    Bus(String top) {
      this.top = top;
    }

    private List<Path> sources() {
      return switch (this) {
        case CCIP ->
            List.of(
                LoopbackDesign.example("nlb0/ccip_fields.sv"),
                LoopbackDesign.example("nlb0/nlb0_core.sv"),
                LoopbackDesign.example("nlb0/nlb0.sv"));
        case AXI ->
            List.of(
                LoopbackDesign.example("nlb0/nlb0_core.sv"),
                LoopbackDesign.example("nlb0-axi/nlb0_axi.sv"));
      };
    }
  }

  private static AcceleratorHarness accelerator(
      Bus bus, On engine, MemorySegment bytes, HarnessOptions options) {
    CompiledDesign design = LoopbackDesign.compile(bus.sources(), bus.top, engine);
    return new AcceleratorHarness(
        design::newEngine, KernelPorts.of(design.ports()), mapped(bytes), options);
  }

  private static IoMemory mapped(MemorySegment bytes) {
    IoMemory memory = new IoMemory();
    memory.map(BASE, bytes, true);
    return memory;
  }

  private void fill(long seed) {
    byte[] random = new byte[BYTES];
    new Random(seed).nextBytes(random);
    seen.copyFrom(MemorySegment.ofArray(random));
    expected.copyFrom(seen);
  }

  /** The cycles in the status, which the model does not know. */
  private static long takeCycles(MemorySegment bytes) {
    long cycles = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, 0x48);
    bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, 0x48, -1);
    return cycles;
  }

  private void assertAgrees(AcceleratorHarness accelerator, Nlb0Model model) {
    assertThat(seen.mismatch(expected)).isEqualTo(-1);
    for (int offset : REGISTERS) {
      assertThat(accelerator.readMmio64(offset, SOON))
          .as("register 0x%x", offset)
          .isEqualTo(model.read64(offset));
      assertThat(accelerator.readMmio32(offset + 4, SOON))
          .as("register 0x%x", offset + 4)
          .isEqualTo(model.read32(offset + 4));
    }
  }

  /** What the first sample of OPAE does. */
  @ParameterizedTest
  @CsvSource({"CCIP, JVM", "CCIP, VERILATOR", "AXI, JVM", "AXI, VERILATOR"})
  void aHostCopiesLinesAndPollsTheStatus(Bus bus, On engine) {
    for (int seed = 0; seed < 12; seed++) {
      fill(seed);
      HarnessOptions options =
          HarnessOptions.DEFAULT.withLatency(1 + 7 * seed).withRandomStalls(seed * 7, true, seed);
      try (AcceleratorHarness accelerator = accelerator(bus, engine, seen, options)) {
        accelerator.reset();
        seen.set(ValueLayout.JAVA_LONG_UNALIGNED, 0x40, 0);
        accelerator.writeMmio64(Nlb0Model.STATUS_BASE, STATUS, SOON);
        accelerator.writeMmio32(Nlb0Model.CONTROL, 0, SOON);
        accelerator.writeMmio32(Nlb0Model.CONTROL, 1, SOON);
        accelerator.writeMmio64(Nlb0Model.SOURCE, SOURCE / LINE, SOON);
        accelerator.writeMmio64(Nlb0Model.TARGET, TARGET / LINE, SOON);
        accelerator.writeMmio32(Nlb0Model.LINES, LINES, SOON);
        accelerator.writeMmio32(Nlb0Model.CONFIG, 0x42000, SOON);
        accelerator.writeMmio32(Nlb0Model.CONTROL, 3, SOON);
        long start = accelerator.cycles();
        while ((seen.get(ValueLayout.JAVA_INT_UNALIGNED, 0x40) & 1) == 0) {
          assertThat(accelerator.cycles() - start).isLessThan(LIMITS.maxCycles());
          accelerator.run(RunLimits.ofCycles(1));
        }
        // All lines are there as soon as the status is.
        assertThat(
                seen.asSlice(TARGET - BASE, LINES * LINE)
                    .mismatch(seen.asSlice(SOURCE - BASE, LINES * LINE)))
            .isEqualTo(-1);
        assertThat(takeCycles(seen)).isBetween(64L, accelerator.cycles() - start);
        assertThat(seen.get(ValueLayout.JAVA_INT_UNALIGNED, 0x44)).isZero();
        assertThat(seen.get(ValueLayout.JAVA_INT_UNALIGNED, 0x50)).isEqualTo(LINES);
        assertThat(seen.get(ValueLayout.JAVA_INT_UNALIGNED, 0x54)).isEqualTo(LINES);
        accelerator.writeMmio32(Nlb0Model.CONTROL, 7, SOON);
        assertThat(accelerator.runUntilIdle(LIMITS)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void itDoesWhatTheModelDoesWhateverIsWritten(Bus bus) {
    for (int seed = 0; seed < 8; seed++) {
      fill(seed);
      Random random = new Random(seed);
      Nlb0Model model = new Nlb0Model(mapped(expected));
      HarnessOptions options =
          HarnessOptions.builder()
              .latency(1 + seed * 9)
              .outstanding(1 + seed * 5)
              .build()
              .withRandomStalls(seed * 10, seed % 2 == 1, seed);
      try (AcceleratorHarness accelerator = accelerator(bus, On.JVM, seen, options)) {
        accelerator.reset();
        write(accelerator, model, Nlb0Model.STATUS_BASE, STATUS);
        for (int step = 0; step < 12; step++) {
          write(accelerator, model, Nlb0Model.SOURCE, SOURCE / LINE + random.nextInt(8));
          write(accelerator, model, Nlb0Model.TARGET, TARGET / LINE + random.nextInt(8));
          write(accelerator, model, Nlb0Model.LINES, random.nextInt(LINES - 8));
          int register = REGISTERS[3 + random.nextInt(3)] + 4 * random.nextInt(2);
          int value = random.nextInt();
          accelerator.writeMmio32(register, value, SOON);
          model.write32(register, value);
          write(accelerator, model, Nlb0Model.CONTROL, random.nextInt(8));
          assertThat(accelerator.runUntilIdle(LIMITS)).isTrue();
          takeCycles(seen);
          takeCycles(expected);
          assertAgrees(accelerator, model);
        }
      }
    }
  }

  private static void write(
      AcceleratorHarness accelerator, Nlb0Model model, int offset, long value) {
    accelerator.writeMmio64(offset, value, SOON);
    model.write64(offset, value);
  }

  @ParameterizedTest
  @EnumSource
  void aResetInTheMiddleLeavesNothingForTheNextCopy(Bus bus) {
    for (int cycles = 0; cycles < 300; cycles += 17) {
      fill(cycles);
      Nlb0Model model = new Nlb0Model(mapped(expected));
      // Answers come long after the next start.
      HarnessOptions options =
          HarnessOptions.DEFAULT.withLatency(80).withRandomStalls(30, true, cycles);
      try (AcceleratorHarness accelerator = accelerator(bus, On.JVM, seen, options)) {
        accelerator.reset();
        write(accelerator, model, Nlb0Model.STATUS_BASE, STATUS);
        accelerator.writeMmio64(Nlb0Model.SOURCE, SOURCE / LINE + 1, SOON);
        write(accelerator, model, Nlb0Model.TARGET, TARGET / LINE);
        write(accelerator, model, Nlb0Model.LINES, LINES - 1);
        accelerator.writeMmio64(Nlb0Model.CONTROL, 3, SOON);
        accelerator.run(RunLimits.ofCycles(cycles));
        accelerator.writeMmio64(Nlb0Model.CONTROL, 0, SOON);
        write(accelerator, model, Nlb0Model.SOURCE, SOURCE / LINE);
        write(accelerator, model, Nlb0Model.CONTROL, 3);
        assertThat(accelerator.runUntilIdle(LIMITS)).isTrue();
        takeCycles(seen);
        takeCycles(expected);
        assertAgrees(accelerator, model);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCopyThatIsForcedToEndReportsTheLinesThatWereBegun(Bus bus) {
    fill(3);
    try (AcceleratorHarness accelerator = accelerator(bus, On.JVM, seen, HarnessOptions.DEFAULT)) {
      accelerator.reset();
      accelerator.writeMmio64(Nlb0Model.STATUS_BASE, STATUS, SOON);
      accelerator.writeMmio64(Nlb0Model.SOURCE, SOURCE / LINE, SOON);
      accelerator.writeMmio64(Nlb0Model.TARGET, TARGET / LINE, SOON);
      accelerator.writeMmio64(Nlb0Model.LINES, LINES, SOON);
      accelerator.writeMmio64(Nlb0Model.CONTROL, 3, SOON);
      accelerator.run(RunLimits.ofCycles(20));
      accelerator.writeMmio64(Nlb0Model.CONTROL, 7, SOON);
      assertThat(accelerator.runUntilIdle(LIMITS)).isTrue();
      int lines = seen.get(ValueLayout.JAVA_INT_UNALIGNED, 0x50);
      assertThat(lines).isBetween(1, LINES - 1);
      assertThat(seen.get(ValueLayout.JAVA_INT_UNALIGNED, 0x54)).isEqualTo(lines);
      assertThat(accelerator.readMmio64(Nlb0Model.PENDING, SOON)).isZero();
      long bytes = (long) lines * LINE;
      assertThat(seen.asSlice(TARGET - BASE, bytes).mismatch(seen.asSlice(SOURCE - BASE, bytes)))
          .isEqualTo(-1);
      long rest = BYTES - (TARGET - BASE) - bytes;
      assertThat(
              seen.asSlice(TARGET - BASE + bytes, rest)
                  .mismatch(expected.asSlice(TARGET - BASE + bytes, rest)))
          .isEqualTo(-1);
    }
  }
}
