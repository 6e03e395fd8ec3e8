package dev.backplane.rtl.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.LoopbackDesign.On;
import dev.backplane.rtl.harness.ports.Wiring;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Accelerators that go on after their first fault, behind each bus: nothing of what they do then
 * reaches memory or a program.
 */
final class SilencedAcceleratorTest {
  private static final long STATUS = HostMemory.BASE;
  private static final long SOURCE = HostMemory.BASE + 0x1000;
  private static final long TARGET = HostMemory.BASE + 0x8000;
  private static final long END = HostMemory.BASE + HostMemory.SIZE;
  private static final int LINE = 64;

  /** Long enough for all that they have to do. */
  private static final HarnessOptions LONG_AFTERWARDS =
      HarnessOptions.builder().cyclesAfterFault(5000).build();

  private final HostMemory memory = new HostMemory();

  private static void failsWith(RtlError error, ThrowingCallable work) {
    RtlException failure = catchThrowableOfType(RtlException.class, work);
    assertThat(failure.error()).describedAs(failure.getMessage()).isEqualTo(error);
  }

  private KernelHarness copier(String bus, On engine) {
    KernelHarness harness =
        LoopbackDesign.harness(
            bus, bus + "_copy", engine, Wiring.NONE, ControlProtocol.MMIO, memory, LONG_AFTERWARDS);
    memory.fill(1);
    harness.reset();
    return harness;
  }

  private void copy(KernelHarness harness, long source, long target, int lines) {
    memory.setLong(STATUS, -1);
    harness.writeRegister64(0x40, source / LINE);
    harness.writeRegister64(0x48, target / LINE);
    harness.writeRegister64(0x50, lines);
    harness.writeRegister64(0x58, STATUS / LINE);
    harness.writeRegister64(0x60, 1);
    harness.advance(10_000);
  }

  @ParameterizedTest
  @CsvSource({"ccip, JVM", "ccip, VERILATOR", "axi, JVM", "axi, VERILATOR"})
  void writesNothingThatItCouldNotRead(String bus, On engine) {
    try (KernelHarness harness = copier(bus, engine)) {
      memory.setLong(STATUS, -1);
      byte[] before = memory.read(HostMemory.BASE, HostMemory.SIZE);

      failsWith(RtlError.ADDRESS_FAULT, () -> copy(harness, END, TARGET, 40));

      assertThat(memory.read(HostMemory.BASE, HostMemory.SIZE)).isEqualTo(before);
      assertThat(harness.interrupts()).isZero();
      failsWith(RtlError.ADDRESS_FAULT, () -> harness.readRegister64(0x68));
    }
  }

  @ParameterizedTest
  @CsvSource({"ccip, 4", "ccip, 44", "axi, 4", "axi, 44"})
  void aCopyThatLeavesItsBufferReportsNoEnd(String bus, int inside) {
    try (KernelHarness harness = copier(bus, On.JVM)) {
      failsWith(
          RtlError.ADDRESS_FAULT, () -> copy(harness, SOURCE, END - (long) inside * LINE, 60));

      assertThat(memory.getLong(STATUS)).isEqualTo(-1);
      assertThat(harness.interrupts()).isZero();

      harness.reset();
      copy(harness, SOURCE, TARGET, 60);
      assertThat(memory.getLong(STATUS)).as("after a reset").isEqualTo(60);
      assertThat(harness.interrupts()).isEqualTo(1);
    }
  }

  private void element(int index, long what, long size, long source, long target) {
    long address = HostMemory.BASE + index * 128L;
    memory.setBigEndian(address, what);
    memory.setBigEndian(address + 8, size);
    memory.setBigEndian(address + 16, source);
    memory.setBigEndian(address + 24, target);
  }

  /** It gives RESTART after the fault, and goes on with a copy by commands and one by DMA. */
  @ParameterizedTest
  @EnumSource
  void anAcceleratorOfAPslThatRestartsAfterItsFaultWritesNothing(On engine) {
    Wiring stubborn = Wiring.builder().tie("fault", 12).tie("latency", 1).build();
    try (KernelHarness harness =
        LoopbackDesign.harness(
            "psl",
            "psl9_worker",
            engine,
            stubborn,
            ControlProtocol.USER_MANAGED,
            memory,
            LONG_AFTERWARDS)) {
      for (int first = 1; first <= 2; first++) {
        memory.fill(first);
        element(0, first, 128, END, TARGET);
        element(1, 1, 128, SOURCE, TARGET);
        element(2, 2, 300, SOURCE, TARGET + 1024);
        element(3, 0, 0, 0, 0);
        byte[] before = memory.read(HostMemory.BASE, HostMemory.SIZE);
        harness.reset();
        harness.start(HostMemory.BASE);

        failsWith(RtlError.ADDRESS_FAULT, () -> harness.await(RunLimits.ofCycles(100_000)));

        assertThat(memory.read(HostMemory.BASE, HostMemory.SIZE)).isEqualTo(before);
      }
    }
  }

  /** What was accepted before a broken rule, and was not done, is not done in its cycle either. */
  @Test
  void aBrokenRuleEndsWhatIsOutstanding() {
    Wiring breaks = LoopbackDesign.fault(8);
    HarnessOptions slow = LONG_AFTERWARDS.withLatency(40);
    try (KernelHarness harness =
        LoopbackDesign.harness(
            "ccip", "ccip_copy", On.JVM, breaks, ControlProtocol.MMIO, memory, slow)) {
      memory.fill(2);
      memory.setLong(STATUS, -1);
      byte[] before = memory.read(HostMemory.BASE, HostMemory.SIZE);
      harness.reset();

      failsWith(RtlError.PROTOCOL_VIOLATION, () -> copy(harness, SOURCE, TARGET, 40));

      assertThat(memory.read(HostMemory.BASE, HostMemory.SIZE)).isEqualTo(before);
    }
  }
}
