package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.PortStatistics;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.harness.Traffic;
import dev.backplane.rtl.harness.axi.FakeKernel.Shape;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KernelHarnessTest {
  @Test
  void aKernelReadsAndWritesMemory() {
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      for (int i = 0; i < 1000; i++) {
        fixture.memory.setWord(i * 4L, i * 3);
      }
      RunOutcome outcome = fixture.copy(0, 8192, 1000);
      for (int i = 0; i < 1000; i++) {
        assertThat(fixture.memory.word(8192 + i * 4L)).isEqualTo(i * 3 + 1);
      }
      PortStatistics port = outcome.ports().getFirst();
      assertThat(port.port()).isEqualTo("m_axi_gmem");
      assertThat(port.readBytes()).isEqualTo(4000);
      assertThat(port.readBeats()).isEqualTo(1000);
      assertThat(port.readBursts()).isEqualTo(63);
      assertThat(port.readStalls()).isPositive();
      assertThat(port.writeBytes()).isEqualTo(4000);
      assertThat(port.writeBeats()).isEqualTo(1000);
      assertThat(port.writeBursts()).isEqualTo(63);
      assertThat(outcome.cycles()).isBetween(1000L, 3000L);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 32, 64, 128, 512, 1024})
  void busesOfAllWidthsWork(int bits) {
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN.withData(bits), HarnessOptions.DEFAULT)) {
      fixture.memory.fillWithPattern();
      byte[] before = fixture.memory.copy();
      // 1024 bits x 16 beats are 2 KiB, so no burst crosses 4 KiB.
      fixture.copy(0, 32768, 40);
      int bytes = bits / 8;
      for (int word = 0; word < 40; word++) {
        int carried = (before[word * bytes] & 0xff) + 1;
        assertThat(fixture.memory.octet(32768 + (long) word * bytes)).isEqualTo(carried & 0xff);
      }
    }
  }

  @Test
  void randomStallsDoNotChangeTheResult() {
    byte[] expected = null;
    for (int seed = 0; seed <= 20; seed++) {
      HarnessOptions options =
          seed == 0
              ? HarnessOptions.DEFAULT
              : HarnessOptions.DEFAULT.withRandomStalls(40, true, seed);
      try (KernelFixture fixture =
          new KernelFixture(Shape.PLAIN.withInterrupt(seed % 2 == 0), options)) {
        fixture.memory.fillWithPattern();
        fixture.copy(64, 32768, 777);
        byte[] result = fixture.memory.copy();
        expected = expected == null ? result : expected;
        assertThat(result).describedAs("seed %d", seed).isEqualTo(expected);
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameCycles() {
    long[] cycles = new long[2];
    for (int i = 0; i < 2; i++) {
      try (KernelFixture fixture =
          new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT.withRandomStalls(30, true, 99))) {
        fixture.copy(0, 8192, 500);
        cycles[i] = fixture.harness.cycles();
      }
    }
    assertThat(cycles[0]).isEqualTo(cycles[1]);
  }

  @Test
  void registersTakeWordsAndBytes() {
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      fixture.harness.writeRegister(0x40, 0x11223344);
      fixture.harness.writeRegister(0x40, 0xaabbccdd, 0b0101);
      assertThat(fixture.harness.readRegister(0x40)).isEqualTo(0x11bb33dd);
      assertThatThrownBy(() -> fixture.harness.readRegister(2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("0x2");
    }
  }

  @Test
  void aRegisterThatDoesNotExistIsAnError() {
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      assertThatThrownBy(() -> fixture.harness.writeRegister(0x800, 1))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ADDRESS_FAULT))
          .hasMessageContaining("writing register 0x800: the kernel answers SLVERR");
    }
  }

  @Test
  void aKernelThatDoesNotAnswerAtItsRegistersIsReported() {
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      fixture.kernel().control.unresponsive = true;
      assertThatThrownBy(() -> fixture.harness.readRegister(0x10))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.NO_PROGRESS))
          .hasMessageContaining("reading register 0x10 is not answered in 1000 cycles")
          .hasMessageContaining("R valid=0");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theInterruptEndsARunAndIsCleared(boolean clearedByReading) {
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN.withInterrupt(clearedByReading), HarnessOptions.DEFAULT)) {
      for (int i = 0; i < 3; i++) {
        RunOutcome outcome = fixture.copy(0, 8192, 100);
        assertThat(fixture.kernel().control.controlReads).isEqualTo(i + 1);
        assertThat(outcome.cycles()).isLessThan(400);
        assertThat(fixture.harness.readRegister(0x0c)).isZero();
      }
    }
  }

  @Test
  void aChainedKernelIsAcknowledged() {
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN.withChain(), HarnessOptions.DEFAULT)) {
      fixture.copy(0, 8192, 100);
      fixture.copy(0, 8192, 100);
      assertThat(fixture.kernel().control.acknowledged).isEqualTo(2);
    }
  }

  @Test
  void aMasterMayOnlyReadOrOnlyWrite() {
    for (String absent : List.of("(AR|R).*", "(AW|W|B).*")) {
      ScriptedKernel script =
          absent.startsWith("(AR")
              ? ScriptedKernel.script()
                  .address("AW", FakeMemory.BASE + 8, 1, 2, Burst.INCR)
                  .handshake("AW")
                  .data(7, 15, true)
                  .response()
              : ScriptedKernel.script()
                  .address("AR", FakeMemory.BASE + 8, 2, 2, Burst.INCR)
                  .handshake("AR")
                  .take(2, _ -> {});
      FakeKernel kernel = new FakeKernel(Shape.PLAIN, script);
      KernelPorts ports =
          KernelPorts.of(
              kernel.pins().stream()
                  .map(Pin::port)
                  .filter(port -> !port.name().matches("m_axi_gmem_" + absent))
                  .toList());
      FakeMemory memory = new FakeMemory();
      try (KernelHarness harness =
          new KernelHarness(
              () -> kernel, ports, ControlProtocol.AP_CTRL_HS, memory, HarnessOptions.DEFAULT)) {
        harness.reset();
        PortStatistics port = harness.run(RunLimits.NONE).ports().getFirst();
        boolean writes = absent.startsWith("(AR");
        assertThat(port.writeBytes()).isEqualTo(writes ? 4 : 0);
        assertThat(port.readBytes()).isEqualTo(writes ? 0 : 8);
        assertThat(memory.word(8)).isEqualTo(writes ? 7 : 0);
      }
    }
  }

  @Test
  void manyRunsWithoutAReset() {
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      long first = fixture.copy(0, 8192, 64).cycles();
      for (int i = 0; i < 5; i++) {
        RunOutcome outcome = fixture.copy(0, 8192, 64);
        assertThat(outcome.cycles()).isCloseTo(first, org.assertj.core.data.Offset.offset(20L));
        assertThat(outcome.ports().getFirst().readBytes()).isEqualTo(256);
      }
    }
  }

  @Test
  void doneIsNotLostWhenTheHostReadsIt() {
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      fixture.arguments(FakeMemory.BASE, FakeMemory.BASE + 8192, 64);
      fixture.harness.start();
      fixture.harness.advance(2000);
      assertThat(fixture.harness.readRegister(0)).isEqualTo(0b110);
      assertThat(fixture.harness.readRegister(0)).isEqualTo(0b100);
      assertThat(fixture.harness.await(RunLimits.NONE).ports().getFirst().readBytes())
          .isEqualTo(256);
      assertThat(fixture.harness.isRunning()).isFalse();
    }
  }

  @Test
  void tooManyCyclesIsATimeoutThatCanBeWaitedOut() {
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      assertThatThrownBy(
              () ->
                  fixture.copyAt(
                      FakeMemory.BASE, FakeMemory.BASE + 32768, 7000, RunLimits.ofCycles(100)))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.TIMEOUT))
          .hasMessageContaining("allowed are 100");
      assertThat(fixture.harness.isRunning()).isTrue();
      assertThatThrownBy(fixture.harness::start).isInstanceOf(IllegalStateException.class);
      assertThat(fixture.harness.await(RunLimits.NONE).ports().getFirst().readBytes())
          .isEqualTo(28000);
    }
  }

  @Test
  void timeOnTheClockIsALimit() {
    AtomicLong now = new AtomicLong();
    HarnessOptions options =
        HarnessOptions.DEFAULT.withClock(() -> now.addAndGet(1_000_000)).withWatchdog(0);
    try (KernelFixture fixture =
        new KernelFixture(
            Shape.PLAIN, () -> ScriptedKernel.script().forever(), new FakeMemory(), options)) {
      fixture.harness.reset();
      assertThatThrownBy(
              () -> fixture.harness.run(new RunLimits(Long.MAX_VALUE, 50_000_000, () -> false)))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.TIMEOUT))
          .hasMessageContaining("allowed are 50 ms");
    }
  }

  @Test
  void aCancelledRunEndsAndAResetMakesTheKernelUsable() {
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      FakeKernel first = fixture.kernel();
      assertThatThrownBy(
              () ->
                  fixture.copyAt(
                      FakeMemory.BASE,
                      FakeMemory.BASE + 32768,
                      7000,
                      new RunLimits(Long.MAX_VALUE, Long.MAX_VALUE, () -> true)))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.CANCELLED));
      fixture.harness.reset();
      assertThat(first.closed).isTrue();
      assertThat(fixture.copy(0, 8192, 100).ports().getFirst().readBytes()).isEqualTo(400);
    }
  }

  @Test
  void aKernelThatHangsIsReportedWithTheStateOfItsChannels() {
    HarnessOptions options = HarnessOptions.DEFAULT.withWatchdog(2000);
    ScriptedKernel script =
        ScriptedKernel.script()
            .address("AW", FakeMemory.BASE, 16, 2, Burst.INCR)
            .handshake("AW")
            .data(1, 15, false)
            .forever();
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> script, new FakeMemory(), options)) {
      fixture.harness.reset();
      RtlException failure = fixture.runFails(RtlError.NO_PROGRESS);
      assertThat(failure)
          .hasMessageContaining(
              "m_axi_gmem: a write burst (addr 0x400000000000, 16 beats x 4 bytes) waits for data:"
                  + " WVALID is low after beat 1 of 16")
          .hasMessageContaining("m_axi_gmem: AW valid=0 ready=1 (last handshake in cycle ")
          .hasMessageContaining("B valid=0 ready=0 (never used)")
          .hasMessageContaining("1 writes without all data")
          .hasMessageContaining("control register 0x1");
      assertThat(fixture.runFails(RtlError.NO_PROGRESS)).hasMessage(failure.getMessage());
      fixture.harness.reset();
      fixture.harness.readRegister(0x10);
    }
  }

  @Test
  void unusedHarnessSaysThatItNeedsAReset() {
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, CopyKernel::new, new FakeMemory(), HarnessOptions.DEFAULT)) {
      assertThatThrownBy(() -> fixture.harness.readRegister(0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("reset");
      assertThatThrownBy(() -> fixture.harness.await(RunLimits.NONE))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aChannelThatIsNeverAcceptedIsNamed(boolean reads) {
    HarnessOptions options = HarnessOptions.DEFAULT.withWatchdog(2000);
    ScriptedKernel script =
        reads
            ? ScriptedKernel.script()
                .address("AR", FakeMemory.BASE, 16, 2, Burst.INCR)
                .handshake("AR")
                .forever()
            : ScriptedKernel.script()
                .address("AW", FakeMemory.BASE, 1, 2, Burst.INCR)
                .handshake("AW")
                .data(1, 15, true)
                .forever();
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> script, new FakeMemory(), options)) {
      fixture.harness.reset();
      assertThat(fixture.runFails(RtlError.NO_PROGRESS))
          .hasMessageContaining(
              reads
                  ? "m_axi_gmem: the kernel does not take read data: RVALID waits for RREADY"
                  : "m_axi_gmem: the kernel does not take the response to a write: BVALID waits for"
                      + " BREADY");
    }
  }

  @Test
  void statisticsShowStallsAndLatencies() {
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      PortStatistics port = fixture.copy(0, 8192, 1000).ports().getFirst();
      Traffic read = port.read();
      // 62 bursts of 16 and one of 8.
      assertThat(read.lengths()).containsExactly(0L, 0L, 0L, 0L, 1L, 62L);
      assertThat(read.latencies().stream().mapToLong(each -> each).sum()).isEqualTo(63);
      assertThat(read.mostOutstanding()).isBetween(2, 8);
      // From address to the last of 16 beats: the latency of 8 cycles and the beats.
      assertThat(read.latencySum()).isGreaterThan(63 * 16);
      assertThat(read.kernelStalls()).isPositive();
      assertThat(port.written().lengths()).isEqualTo(read.lengths());
      assertThat(port.written().memoryStalls()).isZero();
      Traffic again = fixture.copy(0, 8192, 16).ports().getFirst().read();
      assertThat(again.lengths()).containsExactly(0L, 0L, 0L, 0L, 0L, 1L);
    }
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT.withRandomStalls(50, false, 3))) {
      Traffic written = fixture.copy(0, 8192, 1000).ports().getFirst().written();
      assertThat(written.memoryStalls()).isPositive();
      assertThat(written.addressWaits()).isPositive();
    }
  }
}
