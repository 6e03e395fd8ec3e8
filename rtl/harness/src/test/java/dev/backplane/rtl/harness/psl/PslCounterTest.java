package dev.backplane.rtl.harness.psl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.HostMemory;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.LoopbackDesign;
import dev.backplane.rtl.harness.LoopbackDesign.On;
import dev.backplane.rtl.harness.RunLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An accelerator that counts with reservations and locks of a PSL8. */
final class PslCounterTest {
  private static final String TOP = "psl_counter";
  private static final long WED = HostMemory.BASE;
  private static final long COUNTER = HostMemory.BASE + 0x1028;
  private static final RunLimits LIMITS = RunLimits.ofCycles(100_000);

  private final HostMemory memory = new HostMemory();

  private KernelHarness harness(On engine, int fault, HarnessOptions options) {
    return LoopbackDesign.harness(
        "psl",
        TOP,
        engine,
        LoopbackDesign.fault(fault),
        ControlProtocol.USER_MANAGED,
        memory,
        options);
  }

  private long count(KernelHarness harness, int how, int times) {
    memory.setBigEndian(WED, how);
    memory.setBigEndian(WED + 8, times);
    memory.setBigEndian(WED + 16, COUNTER);
    harness.reset();
    harness.start(WED);
    return harness.await(LIMITS).cycles();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void privateMemoryIsNeverRefusedAndEnginesAgree(int how) {
    for (int seed = 0; seed < 4; seed++) {
      HarnessOptions options =
          HarnessOptions.DEFAULT.toBuilder()
              .build()
              .withRandomStalls(seed * 20, seed % 2 == 1, seed);
      Set<Long> cycles = new HashSet<>();
      for (On engine : On.values()) {
        memory.fill(seed);
        byte[] before = memory.read(HostMemory.BASE, HostMemory.SIZE);
        memory.setBigEndian(COUNTER, (1L << 40) - 7);
        try (KernelHarness harness = harness(engine, 0, options)) {
          cycles.add(count(harness, how, 50));
        }
        assertThat(Long.reverseBytes(memory.getLong(COUNTER))).isEqualTo((1L << 40) + 43);
        assertThat(memory.getLong(WED + 64)).isZero();
        int at = (int) (COUNTER - HostMemory.BASE) + 8;
        assertThat(memory.read(COUNTER + 8, HostMemory.SIZE - at))
            .isEqualTo(Arrays.copyOfRange(before, at, before.length));
      }
      assertThat(cycles).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1|LOCK_MISSING|WRITE_UNLOCK of the line at 0x7f0000001000, which is not locked",
        "2|LOCK_SECOND|LOCK of the line at 0x7f0000001080 while that at 0x7f0000001000 is locked",
        "3|LOCK_MISSING|UNLOCK of the line at 0x7f0000001080, which is not locked"
      })
  void aBrokenRuleIsReported(int fault, LockRule rule, String what) {
    try (KernelHarness harness = harness(On.JVM, fault, HarnessOptions.DEFAULT)) {
      RtlException failure = catchThrowableOfType(RtlException.class, () -> count(harness, 1, 10));
      assertThat(failure.error()).isEqualTo(RtlError.PROTOCOL_VIOLATION);
      assertThat(failure)
          .hasMessageMatching("(?s)psl @cycle \\d+: \\Q" + what + "\\E.*")
          .hasMessageContaining(". " + rule.remedy());
    }
  }

  @Test
  void aCommandDuringAResetIsReported() {
    try (KernelHarness harness = harness(On.JVM, 5, HarnessOptions.DEFAULT)) {
      RtlException failure = catchThrowableOfType(RtlException.class, () -> count(harness, 1, 10));
      assertThat(failure.error()).isEqualTo(RtlError.PROTOCOL_VIOLATION);
      assertThat(failure).hasMessageContaining("during a RESET");
    }
  }

  @Test
  void asAWarningAnUnlockedLineIsAnsweredAndTheAcceleratorTriesAgain() {
    List<String> told = new ArrayList<>();
    HarnessOptions options =
        HarnessOptions.builder()
            .warnings(Set.of(LockRule.LOCK_MISSING.text()))
            .warningSink(told::add)
            .build();
    memory.setBigEndian(COUNTER, 1);
    try (KernelHarness harness = harness(On.JVM, 1, options)) {
      count(harness, 1, 10);
    }
    assertThat(Long.reverseBytes(memory.getLong(COUNTER))).isEqualTo(11);
    assertThat(Long.reverseBytes(memory.getLong(WED + 64))).isEqualTo(1);
    assertThat(told).hasSize(1);
  }

  @Test
  void aReservationThatWasNotMadeIsAnAnswerAndNoViolation() {
    memory.setBigEndian(COUNTER, 1);
    try (KernelHarness harness = harness(On.JVM, 1, HarnessOptions.DEFAULT)) {
      count(harness, 0, 10);
    }
    assertThat(Long.reverseBytes(memory.getLong(COUNTER))).isEqualTo(11);
    assertThat(Long.reverseBytes(memory.getLong(WED + 64))).isEqualTo(1);
  }
}
