package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelGroup;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.harness.ports.Wiring;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels in Verilog with streams between them. */
final class KernelGroupTest {
  private static final int WORDS = 300;
  private static final long TARGET = 0x8000;

  private final FakeMemory memory = new FakeMemory();

  private KernelHarness started(String top, HarnessOptions options) {
    return VerilogKernels.harness(top, ControlProtocol.AP_CTRL_HS, memory, options);
  }

  private KernelHarness free(String top, Wiring wiring, HarnessOptions options) {
    return VerilogKernels.harness(
        VerilogKernels.design(top, Map.of()),
        wiring,
        ControlProtocol.AP_CTRL_NONE,
        memory,
        options);
  }

  /** Memory, feeder, scale, collector, memory. */
  private KernelGroup pipeline(int depth, Wiring scale, HarnessOptions options) {
    KernelGroup group =
        KernelGroup.builder()
            .add("feeder", started("feeder", options))
            .add("scale", free("scale", scale, options))
            .add("collector", started("collector", options))
            .link("feeder.out", "scale.in", depth)
            .link("scale.out", "collector.in", depth)
            .build();
    group.reset();
    return group;
  }

  private RunOutcome run(KernelGroup group) {
    KernelHarness feeder = group.kernel("feeder");
    KernelHarness collector = group.kernel("collector");
    for (int i = 0; i < WORDS; i++) {
      memory.setWord(i * 4L, i * 5);
      memory.setWord(TARGET + i * 4L, 0);
    }
    VerilogKernels.writePointer(feeder, 0x10, FakeMemory.BASE);
    feeder.writeRegister(0x1c, WORDS);
    VerilogKernels.writePointer(collector, 0x10, FakeMemory.BASE + TARGET);
    collector.writeRegister(0x1c, WORDS);
    collector.start();
    feeder.start();
    RunOutcome fed = feeder.await(RunLimits.ofCycles(100_000));
    RunOutcome collected = collector.await(RunLimits.ofCycles(100_000));
    assertThat(collected.cycles()).isGreaterThan(fed.cycles());
    for (int i = 0; i < WORDS; i++) {
      assertThat(memory.word(TARGET + i * 4L)).isEqualTo(i * 15 + 1);
    }
    assertThat(collector.readRegister(0x80)).as("packets so far").isPositive();
    return collected;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void beatsOfOneKernelReachTheNext(int depth) {
    try (KernelGroup group = pipeline(depth, Wiring.NONE, HarnessOptions.DEFAULT)) {
      RunOutcome first = run(group);
      assertThat(run(group).cycles()).isCloseTo(first.cycles(), within(20));
    }
  }

  @Test
  void afterAFaultOfOneKernelNoOtherWritesMemory() {
    HarnessOptions options = HarnessOptions.builder().cyclesAfterFault(5000).build();
    try (KernelGroup group = pipeline(16, Wiring.NONE, options)) {
      memory.setWord(TARGET, -1);
      memory.setWord(TARGET + 4, -1);
      KernelHarness feeder = group.kernel("feeder");
      KernelHarness collector = group.kernel("collector");
      VerilogKernels.writePointer(feeder, 0x10, FakeMemory.BASE + FakeMemory.SIZE);
      feeder.writeRegister(0x1c, WORDS);
      VerilogKernels.writePointer(collector, 0x10, FakeMemory.BASE + TARGET);
      collector.writeRegister(0x1c, WORDS);
      collector.start();
      feeder.start();
      assertThatThrownBy(() -> collector.await(RunLimits.ofCycles(100_000)))
          .hasMessageContaining("read where no memory is");
      assertThat(memory.word(TARGET)).isEqualTo(-1);
      assertThat(memory.word(TARGET + 4)).isEqualTo(-1);
    }
  }

  private static org.assertj.core.data.Offset<Long> within(long cycles) {
    return org.assertj.core.data.Offset.offset(cycles);
  }

  @Test
  void aShallowQueueHalvesTheRate() {
    long deep;
    try (KernelGroup group = pipeline(16, Wiring.NONE, HarnessOptions.DEFAULT)) {
      deep = run(group).cycles();
    }
    try (KernelGroup group = pipeline(1, Wiring.NONE, HarnessOptions.DEFAULT)) {
      assertThat(run(group).cycles()).isGreaterThan(deep + WORDS / 4);
    }
  }

  @Test
  void theSameCallsGiveTheSameCyclesAlsoWithStalls() {
    for (int seed = 0; seed < 10; seed++) {
      HarnessOptions options =
          seed == 0
              ? HarnessOptions.DEFAULT
              : HarnessOptions.DEFAULT.withRandomStalls(30, true, seed);
      long[] cycles = new long[2];
      for (int i = 0; i < 2; i++) {
        try (KernelGroup group = pipeline(4, Wiring.NONE, options)) {
          cycles[i] = run(group).cycles() * 100_000 + group.kernel("scale").cycles();
        }
      }
      assertThat(cycles[0]).as("seed %d", seed).isEqualTo(cycles[1]);
    }
  }

  @Test
  void theOrderOfTheKernelsDoesNotMatter() {
    long[] cycles = new long[2];
    for (int i = 0; i < 2; i++) {
      KernelGroup.Builder builder = KernelGroup.builder();
      String[] order =
          i == 0
              ? new String[] {"feeder", "scale", "collector"}
              : new String[] {"collector", "scale", "feeder"};
      for (String kernel : order) {
        builder.add(
            kernel,
            kernel.equals("scale")
                ? free("scale", Wiring.NONE, HarnessOptions.DEFAULT)
                : started(kernel, HarnessOptions.DEFAULT));
      }
      builder.link("feeder.out", "scale.in", 3).link("scale.out", "collector.in", 3);
      try (KernelGroup group = builder.build()) {
        group.reset();
        cycles[i] = run(group).cycles();
      }
    }
    assertThat(cycles[0]).isEqualTo(cycles[1]);
  }

  @Test
  void kernelsOfOneGroupMayHaveClocksOfTheirOwn() {
    long slow;
    try (KernelGroup group =
        pipeline(16, Wiring.builder().clock("ap_clk", 75).build(), HarnessOptions.DEFAULT)) {
      slow = run(group).cycles();
      long ratio = group.kernel("feeder").cycles() * 1000 / group.kernel("scale").cycles();
      // All are held in reset for cycles of their own clock.
      assertThat(ratio).isBetween(3600L, 4000L);
    }
    // A word in every fourth cycle.
    assertThat(slow).isBetween(WORDS * 4L, WORDS * 4L + 200);
  }

  @Test
  void aFaultOfOneStopsAllUntilAReset() {
    try (KernelGroup group = pipeline(16, Wiring.NONE, HarnessOptions.DEFAULT)) {
      KernelHarness feeder = group.kernel("feeder");
      KernelHarness collector = group.kernel("collector");
      VerilogKernels.writePointer(feeder, 0x10, FakeMemory.BASE);
      feeder.writeRegister(0x1c, 64);
      VerilogKernels.writePointer(collector, 0x10, FakeMemory.BASE - 4096);
      collector.writeRegister(0x1c, 64);
      collector.start();
      feeder.start();
      assertThatThrownBy(() -> feeder.await(RunLimits.NONE))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ADDRESS_FAULT))
          .hasMessageContaining("m_axi_gmem @cycle");
      assertThat(group.fault()).isNotNull();
      assertThatThrownBy(() -> group.advance(1)).isInstanceOf(RtlException.class);
      feeder.reset();
      assertThat(collector.fault()).isNull();
      run(group);
    }
  }

  @Test
  void aGroupWithoutProgressIsStuckAsAWhole() {
    HarnessOptions options = HarnessOptions.DEFAULT.withWatchdog(2000);
    try (KernelGroup group = pipeline(2, Wiring.NONE, options)) {
      KernelHarness feeder = group.kernel("feeder");
      VerilogKernels.writePointer(feeder, 0x10, FakeMemory.BASE);
      feeder.writeRegister(0x1c, 64);
      feeder.start();
      assertThatThrownBy(() -> feeder.await(RunLimits.NONE))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.NO_PROGRESS))
          .hasMessageContaining("out: T valid=1 ready=0, 5 beats given");
      assertThat(group.state()).contains("in: T valid=1 ready=0").contains(" | ");
    }
  }

  @Test
  void incompatibleConnectionsAreRefused() {
    KernelGroup.Builder builder =
        KernelGroup.builder()
            .add("feeder", started("feeder", HarnessOptions.DEFAULT))
            .add("scale", free("scale", Wiring.NONE, HarnessOptions.DEFAULT))
            .add(
                "pass",
                VerilogKernels.harness(
                    VerilogKernels.design("pass", Map.of("BITS", "64")),
                    Wiring.NONE,
                    ControlProtocol.AP_CTRL_NONE,
                    memory,
                    HarnessOptions.DEFAULT));
    assertThatThrownBy(() -> builder.link("feeder.out", "pass.in", 2))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.INTERFACE_MISSING))
        .hasMessageContaining("feeder.out has 32-bit data, pass.in has 64");
    assertThatThrownBy(() -> builder.link("scale.in", "feeder.out", 2))
        .hasMessageContaining("in is an AXI4-Stream in, not a stream out of the kernel");
    assertThatThrownBy(() -> builder.link("nobody.out", "scale.in", 2))
        .hasMessageContaining("'nobody.out' is not KERNEL.STREAM of one of the kernels");
    builder.link("feeder.out", "scale.in", 2);
    assertThatThrownBy(() -> builder.link("scale.out", "scale.in", 2))
        .hasMessageContaining("stream scale.in is connected twice");
    try (KernelGroup group = builder.build()) {
      group.reset();
      assertThatThrownBy(() -> AxiStreams.of(group.kernel("scale")).source("in"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("The other end of stream in is a kernel");
      assertThat(AxiStreams.of(group.kernel("scale")).sink("out").beats()).isZero();
    }
  }
}
