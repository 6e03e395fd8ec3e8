package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.ports.Wiring;
import java.math.BigInteger;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams between Java and kernels in Verilog. */
final class StreamTest {
  private final FakeMemory memory = new FakeMemory();

  private KernelHarness pass(int bits, HarnessOptions options) {
    KernelHarness harness =
        VerilogKernels.harness(
            VerilogKernels.design("pass", Map.of("BITS", Integer.toString(bits))),
            Wiring.NONE,
            ControlProtocol.AP_CTRL_NONE,
            memory,
            options);
    harness.reset();
    return harness;
  }

  private static byte[] bytes(long seed, int count) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 24, 64, 104, 512, 1024})
  void packetsOfAnyLengthPassThroughStreamsOfAnyWidth(int bits) {
    for (int seed = 0; seed < 4; seed++) {
      HarnessOptions options =
          seed == 0
              ? HarnessOptions.DEFAULT
              : HarnessOptions.DEFAULT.withRandomStalls(40, true, seed);
      try (KernelHarness harness = pass(bits, options)) {
        StreamSource in = AxiStreams.of(harness).source("in");
        StreamSink out = AxiStreams.of(harness).sink("out");
        assertThat(in.beatBytes()).isEqualTo(bits / 8);
        for (int length = 0; length < 40; length++) {
          in.send(bytes(length, length * 7));
        }
        harness.advanceUntil(() -> out.packets() == 40, RunLimits.ofCycles(100_000));
        assertThat(in.pending()).isZero();
        for (int length = 0; length < 40; length++) {
          assertThat(out.takePacket().orElseThrow()).isEqualTo(bytes(length, length * 7));
        }
        assertThat(out.takePacket()).isEmpty();
        assertThat(out.beats()).isZero();
      }
    }
  }

  @Test
  void bitsBeyondWholeBytesAreDropped() {
    try (KernelHarness harness = pass(12, HarnessOptions.DEFAULT)) {
      AxiStreams.of(harness).source("in").send(new byte[] {(byte) 0xff, (byte) 0xff});
      harness.advance(10);
      assertThat(AxiStreams.of(harness).sink("out").takeBytes()).containsExactly(0xff, 0x0f);
    }
  }

  @Test
  void sidebandSignalsArrive() {
    try (KernelHarness harness = pass(64, HarnessOptions.DEFAULT)) {
      StreamBeat beat = new StreamBeat(bytes(1, 5), BigInteger.valueOf(19), 11, 200, true);
      AxiStreams.of(harness).source("in").send(beat);
      harness.advance(10);
      StreamBeat arrived = AxiStreams.of(harness).sink("out").takeBeat().orElseThrow();
      assertThat(arrived).hasToString(beat.toString());
      assertThat(arrived.data()).isEqualTo(bytes(1, 5));
      assertThat(AxiStreams.of(harness).sink("out").takeBeat()).isEmpty();
    }
  }

  @Test
  void wideUserBitsArriveWhole() {
    BigInteger user = BigInteger.ONE.shiftLeft(99).add(BigInteger.TEN);
    try (KernelHarness harness =
        VerilogKernels.harness(
            VerilogKernels.design("pass", Map.of("BITS", "8", "USER", "100")),
            Wiring.NONE,
            ControlProtocol.AP_CTRL_NONE,
            memory,
            HarnessOptions.DEFAULT)) {
      harness.reset();
      AxiStreams.of(harness).source("in").send(new StreamBeat(new byte[] {1}, user, 0, 0, false));
      harness.advance(10);
      assertThat(AxiStreams.of(harness).sink("out").takeBeat().orElseThrow().user())
          .isEqualTo(user);
    }
  }

  @Test
  void beatsThatDoNotFitTheStreamAreRefused() {
    try (KernelHarness harness = pass(16, HarnessOptions.DEFAULT)) {
      StreamSource in = AxiStreams.of(harness).source("in");
      assertThatThrownBy(() -> in.sendPart(new byte[3]))
          .hasMessageContaining("3 bytes do not fill");
      assertThatThrownBy(() -> in.send(new StreamBeat(new byte[3], BigInteger.ZERO, 0, 0, false)))
          .hasMessageContaining("3 bytes in a beat of in, which carries 2");
      assertThatThrownBy(() -> in.send(new StreamBeat(new byte[2], BigInteger.ZERO, 16, 0, false)))
          .hasMessageContaining("TID 0x10 does not fit in, which has 4 bits");
      assertThatThrownBy(
              () -> in.send(new StreamBeat(new byte[2], BigInteger.valueOf(32), 0, 0, false)))
          .hasMessageContaining("TUSER 0x20");
      assertThatThrownBy(() -> AxiStreams.of(harness).source("out"))
          .isInstanceOf(RtlException.class)
          .hasMessageContaining("out is an AXI4-Stream out, not a stream into the kernel");
      assertThatThrownBy(() -> AxiStreams.of(harness).sink("nowhere"))
          .hasMessageContaining("no interface nowhere");
    }
    try (KernelHarness harness =
        VerilogKernels.harness(
            "scale", ControlProtocol.AP_CTRL_NONE, memory, HarnessOptions.DEFAULT)) {
      harness.reset();
      assertThatThrownBy(() -> AxiStreams.of(harness).source("in").send(new byte[7]))
          .hasMessageContaining("has no TKEEP for null bytes");
    }
  }

  @Test
  void aResetEmptiesStreams() {
    try (KernelHarness harness = pass(8, HarnessOptions.DEFAULT)) {
      AxiStreams.of(harness).source("in").send(new byte[100]);
      harness.advance(50);
      assertThat(AxiStreams.of(harness).sink("out").beats()).isPositive();
      harness.reset();
      assertThat(AxiStreams.of(harness).source("in").pending()).isZero();
      assertThat(AxiStreams.of(harness).sink("out").beats()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | TVALID dropped before TREADY; it was raised in cycle",
        "2 | out_tdata changed from 0x",
        "3 | byte lane 3 has data after the null byte in lane 2 (TKEEP 0xb)",
        "4 | 1 null bytes in a beat without TLAST (TKEEP 0x7)",
        "6 | TSTRB says that byte lane 3 is data, TKEEP says that it is null",
      })
  void violationsAreReportedWithPortAndCycle(int rule, String message) {
    try (KernelHarness harness = rude(rule)) {
      harness.reset();
      assertThatThrownBy(() -> harness.advance(200))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.PROTOCOL_VIOLATION))
          .hasMessageMatching("out @cycle \\d+: .*")
          .hasMessageContaining(message);
      assertThat(harness.pin("given").intValue()).isGreaterThanOrEqualTo(3);
      harness.reset();
      assertThat(harness.fault()).isNull();
    }
  }

  private KernelHarness rude(int rule) {
    return VerilogKernels.harness(
        VerilogKernels.design("rude", Map.of()),
        Wiring.builder().tie("rule", rule).build(),
        ControlProtocol.AP_CTRL_NONE,
        memory,
        HarnessOptions.DEFAULT.withRandomStalls(50, true, 3));
  }

  @Test
  void aKernelThatKeepsTheRulesIsNotWarned() {
    try (KernelHarness harness = rude(0)) {
      harness.reset();
      harness.advance(200);
      int beats = AxiStreams.of(harness).sink("out").beats();
      assertThat(beats).isBetween(50, 150).isEqualTo(harness.pin("given").intValue());
    }
  }

  @Test
  void validInResetIsAViolation() {
    try (KernelHarness harness = rude(5)) {
      assertThatThrownBy(harness::reset).hasMessageContaining("TVALID is high in reset");
    }
  }

  @Test
  void aKernelThatWaitsForItsStreamIsStuckWithTheStateOfTheStream() {
    try (KernelHarness harness =
        VerilogKernels.harness(
            "collector",
            ControlProtocol.AP_CTRL_HS,
            memory,
            HarnessOptions.DEFAULT.withWatchdog(1000))) {
      harness.reset();
      VerilogKernels.writePointer(harness, 0x10, FakeMemory.BASE);
      harness.writeRegister(0x1c, 8);
      AxiStreams.of(harness).source("in").sendPart(bytes(1, 12));
      assertThatThrownBy(() -> harness.run(RunLimits.NONE))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.NO_PROGRESS))
          .hasMessageContaining("in: T valid=0 ready=1, 3 beats taken, 0 wait");
    }
  }

  @Test
  void aRunReceivesWordsFromAStreamAndSendsThemToAnother() {
    byte[] data = bytes(5, 4 * 100);
    try (KernelHarness harness =
        VerilogKernels.harness(
            "collector", ControlProtocol.AP_CTRL_HS, memory, HarnessOptions.DEFAULT)) {
      harness.reset();
      VerilogKernels.writePointer(harness, 0x10, FakeMemory.BASE);
      harness.writeRegister(0x1c, 100);
      AxiStreams.of(harness).source("in").send(data);
      harness.run(RunLimits.ofCycles(10_000));
      assertThat(harness.readRegister(0x80)).isOne();
    }
    assertThat(Objects.requireNonNull(memory.copy())).startsWith(data);
    try (KernelHarness harness =
        VerilogKernels.harness(
            "feeder", ControlProtocol.AP_CTRL_HS, memory, HarnessOptions.DEFAULT)) {
      harness.reset();
      VerilogKernels.writePointer(harness, 0x10, FakeMemory.BASE);
      harness.writeRegister(0x1c, 100);
      harness.run(RunLimits.ofCycles(10_000));
      assertThat(AxiStreams.of(harness).sink("out").takePacket()).contains(data);
    }
  }
}
