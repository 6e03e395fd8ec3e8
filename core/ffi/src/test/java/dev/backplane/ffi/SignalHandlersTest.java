package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.junit.jupiter.api.Test;

class SignalHandlersTest {
  private static final int SIGILL = 4;
  private static final MethodHandle SIGNAL =
      Calls.of(
          FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

  /** Puts the handler that does nothing, and gives the one before. */
  private static MemorySegment replace() throws Throwable {
    MemorySegment ignore = MemorySegment.ofAddress(1);
    return (MemorySegment) SIGNAL.invokeExact(NativeLibrary.c().function("signal"), SIGILL, ignore);
  }

  @Test
  void putsAReplacedHandlerBackOnce() throws Throwable {
    SignalHandlers ours = SignalHandlers.save();
    assertThat(ours.restore()).isFalse();

    MemorySegment before = replace();

    assertThat(ours.restore()).isTrue();
    assertThat(ours.restore()).isFalse();
    assertThat(replace()).isEqualTo(before);
    assertThat(ours.restore()).isTrue();
  }
}
