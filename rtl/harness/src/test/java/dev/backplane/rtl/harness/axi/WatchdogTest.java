package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import org.junit.jupiter.api.Test;

/** A kernel that computes without memory accesses is not stuck. */
class WatchdogTest {
  private static final long LIMIT = 5000;
  private static final int CYCLES = 0x10;
  private static final int MODE = 0x14;
  private static final int GO = 0x18;

  private static KernelHarness ponder(long limit) {
    KernelHarness harness =
        VerilogKernels.harness(
            "ponder",
            ControlProtocol.AP_CTRL_HS,
            new FakeMemory(),
            HarnessOptions.builder().watchdogCycles(limit).build());
    harness.reset();
    return harness;
  }

  @Test
  void aKernelMayComputeWithoutProgressOnItsBuses() {
    try (KernelHarness harness = ponder(LIMIT)) {
      harness.writeRegister(CYCLES, 50 * (int) LIMIT);
      assertThat(harness.run(RunLimits.NONE).cycles()).isGreaterThan(50 * LIMIT);
    }
  }

  @Test
  void aKernelWithoutAChangeOfStateFailsEarlyWithTheLimitAndItsReset() {
    try (KernelHarness harness = ponder(LIMIT)) {
      harness.writeRegister(MODE, 1);
      assertThatThrownBy(() -> harness.run(RunLimits.ofCycles(10 * LIMIT)))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.NO_PROGRESS))
          .hasMessageMatching(
              "The kernel made no progress for \\d+ cycles, since cycle \\d+, and its registers and"
                  + " memories stay as they are; control register 0x1; reset ap_rst_n, active low,"
                  + " is 1\\. The watchdog's limit is 5000 cycles: raise watchdog_cycles of the"
                  + " card or --watchdog .*");
      assertThat(harness.cycles()).isLessThan(4 * LIMIT);
    }
  }

  @Test
  void aFreeRunningCounterDoesNotHideAStuckKernel() {
    try (KernelHarness harness = ponder(LIMIT)) {
      harness.writeRegister(MODE, 2);
      assertThatThrownBy(() -> harness.run(RunLimits.NONE))
          .hasMessageContaining("its registers change, but that for 100 times the limit");
      assertThat(harness.cycles()).isBetween(100 * LIMIT, 105 * LIMIT);
    }
  }

  @Test
  void withoutALimitOnlyTheCallerEndsTheRun() {
    try (KernelHarness harness = ponder(0)) {
      harness.writeRegister(MODE, 1);
      assertThatThrownBy(() -> harness.run(RunLimits.ofCycles(300_000)))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.TIMEOUT));
    }
  }

  @Test
  void askingWhetherAKernelIsStuckLeavesItUsableAndCommandsCount() {
    try (KernelHarness harness = ponder(LIMIT)) {
      harness.writeRegister(MODE, 1);
      harness.start();
      long told = harness.cycles();
      for (int i = 0; i < 40 && !harness.isStuck(told); i++) {
        harness.advance(1000);
      }
      assertThat(harness.isStuck(told)).isTrue();
      assertThat(harness.isStuck(harness.cycles())).isFalse();
      harness.writeRegister(GO, 1);
      assertThat(harness.await(RunLimits.ofCycles(1000)).cycles()).isGreaterThan(LIMIT);
    }
  }
}
