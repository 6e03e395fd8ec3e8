package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HandlerGuardTest {
  private static final int SIGILL = 4;
  private static final Duration DEADLINE = Duration.ofMinutes(10);
  private static final MethodHandle SIGNAL =
      Calls.of(
          FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

  /** Puts the handler that does nothing, and gives the one before. */
  private static MemorySegment replace() throws Throwable {
    MemorySegment ignore = MemorySegment.ofAddress(1);
    return (MemorySegment) SIGNAL.invokeExact(NativeLibrary.c().function("signal"), SIGILL, ignore);
  }

  @Test
  void putsReplacedHandlersBackBeforeTheGuardEnds() throws Throwable {
    try (HandlerGuard _ = HandlerGuard.begin()) {
      MemorySegment before = replace();
      long end = System.nanoTime() + DEADLINE.toNanos();
      MemorySegment now = replace();
      while (!now.equals(before) && System.nanoTime() < end) {
        Thread.sleep(1);
        now = replace();
      }
      assertThat(now).isEqualTo(before);
    }
  }

  @Test
  void putsReplacedHandlersBackWhenItEnds() throws Throwable {
    SignalHandlers before = SignalHandlers.save();
    for (int round = 0; round < 100; round++) {
      try (HandlerGuard _ = HandlerGuard.begin()) {
        replace();
      }
      assertThat(before.restore()).isFalse();
    }
  }

  @Test
  void aGuardWithinAnotherDoesNotTakeWhatWasReplacedForTheJvms() throws Throwable {
    SignalHandlers before = SignalHandlers.save();
    for (int round = 0; round < 100; round++) {
      HandlerGuard outer = HandlerGuard.begin();
      replace();
      HandlerGuard inner = HandlerGuard.begin();
      outer.close();
      outer.close();
      replace();
      inner.close();
      assertThat(before.restore()).isFalse();
    }
  }
}
