package dev.backplane.rtl.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.harness.LoopbackDesign.On;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Rule;
import dev.backplane.rtl.harness.ports.Wiring;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Accelerators with different buses are driven in the same way. */
final class AcceleratorHarnessTest {
  /** The buses, with the vector of the interrupt of the accelerator that copies. */
  enum Bus {
    AXI(1),
    CCIP(0);

    final int vector;

    Bus(int vector) {
      this.vector = vector;
    }

    String folder() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private static final Duration SOON = Duration.ofMinutes(1);
  private static final RunLimits LIMITS = RunLimits.ofCycles(100_000);
  private static final long STATUS = 0x1_0000_0000L;
  private static final long SOURCE = 0x2_0000_0000L;
  private static final long TARGET = 0x3_0000_0000L;
  private static final int LINE = 64;
  private static final int LINES = 300;

  private final IoMemory memory = new IoMemory();
  private final MemorySegment status = MemorySegment.ofArray(new long[512]);
  private final MemorySegment source = MemorySegment.ofArray(new byte[LINES * LINE]);
  private final MemorySegment target = MemorySegment.ofArray(new byte[LINES * LINE]);

  AcceleratorHarnessTest() {
    memory.map(STATUS, status, true);
    memory.map(SOURCE, source, false);
    memory.map(TARGET, target, true);
    byte[] random = new byte[LINES * LINE];
    new Random(9).nextBytes(random);
    source.copyFrom(MemorySegment.ofArray(random));
  }

  private static AcceleratorHarness accelerator(
      Bus bus, On engine, int fault, BusMemory memory, HarnessOptions options) {
    CompiledDesign design = LoopbackDesign.compile(bus.folder(), bus.folder() + "_copy", engine);
    Wiring wiring = fault == 0 ? Wiring.NONE : LoopbackDesign.fault(fault);
    return new AcceleratorHarness(
        design::newEngine, KernelPorts.of(design.ports(), wiring), memory, options);
  }

  private AcceleratorHarness accelerator(Bus bus) {
    return accelerator(bus, On.JVM, 0, memory, HarnessOptions.DEFAULT);
  }

  private static void start(AcceleratorHarness accelerator, long from, int lines) {
    accelerator.writeMmio64(0x40, from / LINE, SOON);
    accelerator.writeMmio64(0x48, TARGET / LINE, SOON);
    accelerator.writeMmio64(0x50, lines, SOON);
    accelerator.writeMmio64(0x58, STATUS / LINE, SOON);
    accelerator.writeMmio64(0x60, 1, SOON);
  }

  /** Waits until another thread runs the clock. */
  private static void awaitClock(AcceleratorHarness accelerator) {
    while (accelerator.cycles() < 10_000) {
      Thread.onSpinWait();
    }
  }

  private long written() {
    return (long) ValueLayout.JAVA_LONG.varHandle().getVolatile(status, 0L);
  }

  private void assertCopied() {
    assertThat(target.mismatch(source)).isEqualTo(-1);
    assertThat(written()).isEqualTo(LINES);
  }

  @ParameterizedTest
  @CsvSource({"AXI, JVM", "AXI, VERILATOR", "CCIP, JVM", "CCIP, VERILATOR"})
  void anAcceleratorWorksOnTheMemoryOfTheHostUntilItIsIdle(Bus bus, On engine) {
    HarnessOptions options = HarnessOptions.DEFAULT;
    try (AcceleratorHarness accelerator = accelerator(bus, engine, 0, memory, options)) {
      accelerator.reset();
      assertThat(accelerator.mmioBytes()).isEqualTo(1 << 18);
      assertThat(accelerator.readMmio64(0, SOON) >>> 60).isEqualTo(1);
      assertThat(accelerator.runUntilIdle(LIMITS)).isTrue();
      accelerator.writeMmio32(0x40, 0x89ab_cdef, SOON);
      assertThat(accelerator.readMmio32(0x40, SOON)).isEqualTo(0x89ab_cdef);
      start(accelerator, SOURCE, LINES);
      assertThat(accelerator.runUntilIdle(LIMITS)).isTrue();
      assertCopied();
      assertThat(accelerator.interrupts(bus.vector)).isEqualTo(1);
      assertThat(accelerator.interrupts(bus.vector + 1)).isZero();
      assertThat(accelerator.readMmio32(0x68, SOON)).isEqualTo(LINES);
      assertThat(accelerator.statistics().getFirst().readBytes()).isEqualTo(LINES * LINE);
      assertThat(accelerator.fault()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theClockStandsUnlessItIsRun(Bus bus) {
    try (AcceleratorHarness accelerator = accelerator(bus)) {
      accelerator.reset();
      start(accelerator, SOURCE, LINES);
      long before = accelerator.cycles();
      assertThat(accelerator.run(RunLimits.ofCycles(0))).isZero();
      assertThat(accelerator.cycles()).isEqualTo(before);
      assertThat(accelerator.run(RunLimits.ofCycles(50))).isEqualTo(50);
      assertThat(accelerator.cycles()).isEqualTo(before + 50);
      assertThat(accelerator.runUntilIdle(RunLimits.ofCycles(50))).isFalse();
      assertThat(accelerator.cycles()).isEqualTo(before + 100);
      assertThat(written()).isZero();
      assertThat(accelerator.run(RunLimits.ofCycles(5000))).isEqualTo(5000);
      assertCopied();
    }
  }

  @ParameterizedTest
  @EnumSource
  void registersAreAccessedWhileAnotherThreadRunsTheClock(Bus bus) throws Exception {
    try (AcceleratorHarness accelerator = accelerator(bus)) {
      accelerator.reset();
      AtomicBoolean stop = new AtomicBoolean();
      RunLimits limits = new RunLimits(Long.MAX_VALUE, Long.MAX_VALUE, stop::get);
      CompletableFuture<Long> clock = CompletableFuture.supplyAsync(() -> accelerator.run(limits));
      awaitClock(accelerator);
      start(accelerator, SOURCE, LINES);
      while (written() != LINES) {
        accelerator.readMmio64(0x68, SOON);
      }
      stop.set(true);
      assertThat(clock.get(1, TimeUnit.MINUTES)).isPositive();
      assertCopied();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAddressThatIsNotMappedIsAFaultUntilTheNextReset(Bus bus) {
    try (AcceleratorHarness accelerator = accelerator(bus)) {
      accelerator.reset();
      start(accelerator, SOURCE + 4 * LINE, LINES);
      assertThatThrownBy(() -> accelerator.runUntilIdle(LIMITS))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ADDRESS_FAULT));
      FaultReport fault = accelerator.fault().orElseThrow();
      assertThat(fault.error()).isEqualTo(RtlError.ADDRESS_FAULT);
      assertThat(fault.rule()).isEmpty();
      assertThat(fault.message())
          .contains("read where no memory is: addr 0x200004b00")
          .contains("0 bytes past the end of what is mapped at 0x200000000");
      assertThatThrownBy(() -> accelerator.readMmio64(0x40, SOON))
          .hasMessageContaining("read where no memory is");
      assertThatThrownBy(() -> accelerator.run(LIMITS))
          .hasMessageContaining("read where no memory is");

      accelerator.reset();
      assertThat(accelerator.fault()).isEmpty();
      start(accelerator, SOURCE, LINES);
      assertThat(accelerator.runUntilIdle(LIMITS)).isTrue();
      assertCopied();
    }
  }

  @ParameterizedTest
  @EnumSource
  void memoryThatIsUnmappedIsNotReached(Bus bus) {
    try (AcceleratorHarness accelerator = accelerator(bus)) {
      accelerator.reset();
      memory.unmap(TARGET);
      start(accelerator, SOURCE, LINES);
      assertThatThrownBy(() -> accelerator.runUntilIdle(LIMITS))
          .hasMessageContaining("write where no memory is");
      assertThat(target.mismatch(MemorySegment.ofArray(new byte[LINES * LINE]))).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @CsvSource({"AXI, 9, last-beat", "CCIP, 7, write-packet"})
  void aFaultNamesTheRuleThatIsBroken(Bus bus, int variant, String rule) {
    HarnessOptions options = HarnessOptions.DEFAULT;
    try (AcceleratorHarness accelerator = accelerator(bus, On.JVM, variant, memory, options)) {
      accelerator.reset();
      start(accelerator, SOURCE, LINES);
      assertThatThrownBy(() -> accelerator.run(LIMITS)).isInstanceOf(RtlException.class);
      FaultReport fault = accelerator.fault().orElseThrow();
      assertThat(fault.error()).isEqualTo(RtlError.PROTOCOL_VIOLATION);
      assertThat(fault.rule().map(Rule::text)).contains(rule);
      assertThat(fault.message()).contains(fault.rule().orElseThrow().remedy());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRegisterThatIsNotThereIsRefused(Bus bus) {
    try (AcceleratorHarness accelerator = accelerator(bus)) {
      accelerator.reset();
      long before = accelerator.cycles();
      for (long offset : new long[] {-8, 4, 1 << 18, (1 << 18) - 4}) {
        assertThatThrownBy(() -> accelerator.readMmio64(offset, SOON))
            .as("offset 0x%x", offset)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("register offset 0x%x is not".formatted(offset));
      }
      assertThatThrownBy(() -> accelerator.writeMmio32(2, 0, SOON))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(accelerator.cycles()).isEqualTo(before);
      accelerator.readMmio32((1 << 18) - 4, SOON);
    }
  }

  /** Memory whose lookup waits, and with it the thread that simulates. */
  private final class BlockingMemory implements BusMemory {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);

    @Override
    public @Nullable Region find(String master, long address) {
      asked.countDown();
      try {
        answered.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return memory.find(master, address);
    }

    @Override
    public String describe(String master, long address) {
      return memory.describe(master, address);
    }
  }

  @Test
  void anAccessThatGetsNoTurnEndsAtItsDeadlineOrAnInterrupt() throws Exception {
    BlockingMemory blocking = new BlockingMemory();
    HarnessOptions options = HarnessOptions.DEFAULT;
    try (AcceleratorHarness accelerator = accelerator(Bus.AXI, On.JVM, 0, blocking, options)) {
      accelerator.reset();
      start(accelerator, SOURCE, LINES);
      CompletableFuture<Boolean> clock =
          CompletableFuture.supplyAsync(() -> accelerator.runUntilIdle(LIMITS));
      blocking.asked.await();
      assertThatThrownBy(() -> accelerator.readMmio64(0x68, Duration.ofMillis(1)))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.TIMEOUT))
          .hasMessageContaining(
              "Register 0x68 was not accessed: for 1 ms, other threads simulated");
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> accelerator.writeMmio64(0x40, 0, SOON))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.CANCELLED));
      assertThat(Thread.interrupted()).isTrue();
      blocking.answered.countDown();
      assertThat(clock.get(1, TimeUnit.MINUTES)).isTrue();
      assertCopied();
    }
  }

  @Test
  void aResetAndACloseStopTheClock() throws Exception {
    AcceleratorHarness accelerator = accelerator(Bus.AXI);
    accelerator.reset();
    CompletableFuture<Long> clock =
        CompletableFuture.supplyAsync(() -> accelerator.run(RunLimits.NONE));
    awaitClock(accelerator);
    accelerator.reset();
    assertThat(clock.get(1, TimeUnit.MINUTES)).isPositive();
    assertThat(accelerator.cycles()).isLessThan(1000);

    CompletableFuture<Long> again =
        CompletableFuture.supplyAsync(() -> accelerator.run(RunLimits.NONE));
    awaitClock(accelerator);
    accelerator.close();
    assertThat(again.get(1, TimeUnit.MINUTES)).isPositive();
    assertThatThrownBy(() -> accelerator.run(LIMITS))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("reset it first");
  }

  @Test
  void anAcceleratorThatLeavesAnAnswerIsStuckAndNotIdle() {
    HarnessOptions options = HarnessOptions.DEFAULT.withWatchdog(2000);
    try (AcceleratorHarness accelerator = accelerator(Bus.AXI, On.JVM, 16, memory, options)) {
      accelerator.reset();
      start(accelerator, SOURCE, LINES);
      assertThatThrownBy(() -> accelerator.runUntilIdle(LIMITS))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.NO_PROGRESS))
          .hasMessageContaining("RVALID waits for RREADY");
      assertThat(accelerator.fault().orElseThrow().error()).isEqualTo(RtlError.NO_PROGRESS);
    }
  }

  @Test
  void limitsOfTimeAndACancellationStopTheClock() {
    long[] now = {0};
    HarnessOptions options = HarnessOptions.DEFAULT.withClock(() -> now[0] += 10);
    try (AcceleratorHarness accelerator = accelerator(Bus.AXI, On.JVM, 0, memory, options)) {
      accelerator.reset();
      assertThat(accelerator.run(new RunLimits(Long.MAX_VALUE, 35, () -> false))).isPositive();
      assertThat(accelerator.run(new RunLimits(Long.MAX_VALUE, Long.MAX_VALUE, () -> true)))
          .isZero();
      assertThat(
              accelerator.runUntilIdle(new RunLimits(Long.MAX_VALUE, Long.MAX_VALUE, () -> true)))
          .isFalse();
    }
  }

  @Test
  void beforeItsFirstResetItIsNotUsed() {
    try (AcceleratorHarness accelerator = accelerator(Bus.CCIP)) {
      assertThat(accelerator.cycles()).isZero();
      assertThat(accelerator.fault()).isEmpty();
      assertThatThrownBy(() -> accelerator.readMmio64(0, SOON))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("reset it first");
    }
  }
}
