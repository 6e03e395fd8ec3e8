package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.netlist.NetlistReader;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels with several clocks. */
final class MultipleClocksTest {
  private static KernelHarness harness(Wiring wiring) {
    KernelHarness harness =
        VerilogKernels.harness(
            VerilogKernels.design("clocks", Map.of()),
            wiring,
            ControlProtocol.AP_CTRL_HS,
            new FakeMemory(),
            HarnessOptions.DEFAULT);
    harness.reset();
    return harness;
  }

  private static Wiring.Builder fast(double megahertz) {
    return Wiring.builder().reset("por", false).clock("fast_clk", megahertz).interrupt("attention");
  }

  @ParameterizedTest
  @CsvSource({"500, 1667", "300, 1000", "100, 333", "333.333, 1111", "1200, 4000"})
  void edgesHaveTheConfiguredFrequencies(double megahertz, int expected) {
    try (KernelHarness harness = harness(fast(megahertz).build())) {
      harness.writeRegister(0x10, 999);
      RunOutcome outcome = harness.run(RunLimits.ofCycles(10_000));
      assertThat(outcome.cycles()).as("of ap_clk").isBetween(999L, 1020L);
      assertThat(harness.readRegister(0x80)).isBetween(expected - 3, expected + 3);
    }
  }

  @Test
  void registersAndStreamsBelongToTheClockWithASimilarName() {
    try (KernelHarness harness = harness(fast(750).build())) {
      harness.writeRegister("fast_cfg", 0x10, 7);
      harness.writeRegister("FAST_CFG", 0x14, 9);
      assertThat(harness.readRegister("fast_cfg", 0x10)).isEqualTo(7);
      assertThat(harness.readRegister("fast_cfg", 0x14)).isEqualTo(9);
      assertThat(harness.readRegister("s_axi_control", 0x10)).isZero();
      harness.writeRegister(0x10, 100);
      harness.run(RunLimits.ofCycles(10_000));
      byte[] given = AxiStreams.of(harness).sink("fast_out").takeBytes();
      // A beat in every cycle of its own clock: two and a half in one cycle of the other.
      assertThat(given.length / 4).isBetween(250, 256);
      assertThat(given[4 * 10]).isEqualTo((byte) 70);
      assertThatThrownBy(() -> harness.readRegister("s_axi_none", 0))
          .hasMessageContaining("no interface with registers 's_axi_none'");
    }
  }

  @Test
  void inputsAreTiedAndOutputsRead() {
    BigInteger mode = BigInteger.ONE.shiftLeft(67).or(BigInteger.TWO);
    BigInteger all = BigInteger.ONE.shiftLeft(68).subtract(BigInteger.ONE);
    try (KernelHarness harness = harness(fast(500).tie("mode", mode).build())) {
      assertThat(harness.pin("leds")).isEqualTo(all.xor(mode));
    }
    try (KernelHarness harness = harness(fast(500).build())) {
      assertThat(harness.pin("leds")).isEqualTo(all);
      assertThatThrownBy(() -> harness.pin("led"))
          .isInstanceOf(RtlException.class)
          .hasMessageContaining("no port led");
    }
  }

  @Test
  void cyclesInMessagesAreThoseOfTheClockOfThePort() {
    Wiring wiring = fast(600).clock("ap_clk", 100).build();
    CompiledDesign design =
        JvmEngine.compile(
            NetlistReader.read(
                """
                backplane-netlist 1
                top rude
                input ap_clk 1
                input fast_clk 1
                input por 1
                input fast_tready 1
                input other_tvalid 1
                clock ap_clk
                clock fast_clk
                register age 8 = $2 clock fast_clk initial 0
                register seen 1 = other_tvalid clock ap_clk initial 0
                cell $1 8 = add age 8'h1
                cell $2 8 = mux $1 8'h0 por
                cell $3 1 = eq age 8'h32
                output fast_tvalid 1 = $3
                output other_tready 1 = seen
                output attention 1 = seen
                end
                """));
    try (KernelHarness harness =
        VerilogKernels.harness(
            design,
            wiring,
            ControlProtocol.AP_CTRL_NONE,
            new FakeMemory(),
            HarnessOptions.DEFAULT.withRandomStalls(90, false, 5))) {
      harness.reset();
      assertThatThrownBy(() -> harness.advance(100))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.PROTOCOL_VIOLATION))
          .hasMessageMatching("fast @cycle 23\\d of fast_clk: TVALID dropped before TREADY.*");
      assertThat(harness.cycles()).isBetween(40L, 45L);
    }
  }

  @Test
  void fallingEdgesAreBetweenRisingOnes() {
    CompiledDesign design =
        JvmEngine.compile(
            NetlistReader.read(
                """
                backplane-netlist 1
                top halves
                input ap_clk 1
                clock ap_clk
                clock "~ap_clk"
                register up 8 = $1 clock ap_clk initial 0
                register down 8 = up clock "~ap_clk" initial 0
                register late 8 = down clock ap_clk initial 0
                cell $1 8 = add up 8'h1
                output up_now 8 = up
                output down_now 8 = down
                output late_now 8 = late
                end
                """));
    try (KernelHarness harness =
        VerilogKernels.harness(
            design,
            Wiring.NONE,
            ControlProtocol.AP_CTRL_NONE,
            new FakeMemory(),
            HarnessOptions.DEFAULT)) {
      harness.reset();
      for (int i = 0; i < 10; i++) {
        int up = harness.pin("up_now").intValue();
        // The falling edge has copied the value of the rising one before it.
        assertThat(harness.pin("down_now").intValue()).isEqualTo(up - 1);
        assertThat(harness.pin("late_now").intValue()).isEqualTo(up - 1);
        assertThat(harness.cycles()).isEqualTo(up);
        harness.advance(1);
      }
    }
  }

  @Test
  void aClockWithoutAClockNameIsAskedFor() {
    CompiledDesign design =
        JvmEngine.compile(
            NetlistReader.read(
                """
                backplane-netlist 1
                top odd
                input ap_clk 1
                input beat 1
                clock beat
                register n 8 = $1 clock beat initial 0
                cell $1 8 = add n 8'h1
                output n_now 8 = n
                end
                """));
    try (KernelHarness harness =
        VerilogKernels.harness(
            design,
            Wiring.NONE,
            ControlProtocol.AP_CTRL_NONE,
            new FakeMemory(),
            HarnessOptions.DEFAULT)) {
      assertThatThrownBy(harness::reset)
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.INTERFACE_MISSING))
          .hasMessageContaining("registers follow the input 'beat'")
          .hasMessageContaining("\"clocks\": {\"beat\": MEGAHERTZ}");
    }
    try (KernelHarness harness =
        VerilogKernels.harness(
            design,
            Wiring.builder().clock("beat", 10).build(),
            ControlProtocol.AP_CTRL_NONE,
            new FakeMemory(),
            HarnessOptions.DEFAULT)) {
      harness.reset();
      assertThat(harness.pin("n_now").longValue()).isEqualTo(harness.cycles());
    }
  }
}
