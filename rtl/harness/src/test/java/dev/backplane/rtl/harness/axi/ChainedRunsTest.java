package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.netlist.Port;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A kernel in Verilog that accepts the next start before it is done, with an interrupt or polled.
 */
@ParameterizedClass
@ValueSource(booleans = {false, true})
final class ChainedRunsTest {
  private static final RunLimits LIMITS = RunLimits.ofCycles(100_000);

  private final KernelHarness harness;

  ChainedRunsTest(boolean interrupt) {
    CompiledDesign design = VerilogKernels.design("chained", Map.of());
    List<Port> ports =
        design.ports().stream()
            .filter(port -> interrupt || !port.name().equals("interrupt"))
            .toList();
    harness =
        new KernelHarness(
            design::newEngine,
            KernelPorts.of(ports),
            ControlProtocol.AP_CTRL_CHAIN,
            new FakeMemory(),
            HarnessOptions.DEFAULT);
    harness.reset();
  }

  @AfterEach
  void close() {
    harness.close();
  }

  private void start(int cycles, int x) {
    harness.writeRegister(0x10, cycles);
    harness.writeRegister(0x14, x);
    harness.start();
  }

  @Test
  void runsFollowEachOther() {
    for (int i = 1; i <= 5; i++) {
      start(100, 10);
      assertThat(harness.await(LIMITS).cycles()).isBetween(100L, 130L);
      assertThat(harness.readRegister(0x80)).isEqualTo(10 * i);
    }
  }

  @Test
  void theNextStartIsAcceptedDuringTheLastRun() {
    start(500, 1);
    long begun = harness.cycles();
    for (int i = 0; i < 6; i++) {
      harness.awaitReady(LIMITS);
      // Of two that are in the kernel, the second one waits.
      start(500, 10);
      assertThat(harness.await(LIMITS).cycles()).as("run %d", i).isGreaterThanOrEqualTo(500);
      assertThat(harness.isRunning()).isTrue();
      assertThat(harness.readRegister(0x80)).isEqualTo(1 + 10 * i);
    }
    harness.await(LIMITS);
    assertThat(harness.isRunning()).isFalse();
    assertThat(harness.readRegister(0x80)).isEqualTo(61);
    // Seven runs in sequence, with no pause except for polls and acknowledgements.
    assertThat(harness.cycles() - begun).isBetween(3500L, 3900L);
  }

  @Test
  void doneIsNeitherLostNorCountedTwice() {
    start(3, 1);
    harness.awaitReady(LIMITS);
    start(2, 10);
    harness.advance(100);
    harness.await(LIMITS);
    assertThat(harness.isRunning()).isTrue();
    harness.await(LIMITS);
    assertThat(harness.readRegister(0x80)).isEqualTo(11);
    assertThatThrownBy(() -> harness.await(LIMITS)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aSecondStartWaitsUntilTheFirstIsAccepted() {
    start(1000, 1);
    harness.awaitReady(LIMITS);
    start(1000, 2);
    harness.advance(10);
    harness.awaitReady(RunLimits.ofCycles(5000));
    start(1000, 3);
    assertThatThrownBy(harness::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("awaitReady() first");
    for (int i = 0; i < 3; i++) {
      harness.await(LIMITS);
    }
    assertThat(harness.readRegister(0x80)).isEqualTo(6);
  }
}
