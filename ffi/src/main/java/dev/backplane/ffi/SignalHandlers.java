package dev.backplane.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The handlers of the signals that mean a fault, as they were at some time. The JVM lives by its
 * own: it stops threads and finds null by faults on purpose. A library that puts a handler of its
 * own in their place, for its last words in a crash, makes a crash of the next such fault.
 */
public final class SignalHandlers {
  private static final int[] FAULTS = {4, 6, 7, 8, 11}; // SIGILL, ABRT, BUS, FPE, SEGV

  /** More than {@code struct sigaction} has; its first word is the handler. */
  private static final long BYTES = 256;

  private static final MethodHandle SIGACTION =
      Calls.of(
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS));
  private static final MemorySegment FUNCTION = NativeLibrary.c().function("sigaction");

  private final Map<Integer, MemorySegment> saved = new LinkedHashMap<>();

  private SignalHandlers() {}

  /** {@return those of now} */
  public static SignalHandlers save() {
    SignalHandlers now = new SignalHandlers();
    for (int signal : FAULTS) {
      MemorySegment action = Arena.ofAuto().allocate(BYTES, Long.BYTES);
      call(signal, MemorySegment.NULL, action);
      now.saved.put(signal, action);
    }
    return now;
  }

  /**
   * Puts back those that somebody has replaced since.
   *
   * @return whether there was one
   */
  public boolean restore() {
    boolean replaced = false;
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment now = frame.allocate(BYTES, Long.BYTES);
      for (Map.Entry<Integer, MemorySegment> each : saved.entrySet()) {
        call(each.getKey(), MemorySegment.NULL, now);
        if (now.get(ValueLayout.JAVA_LONG, 0) != each.getValue().get(ValueLayout.JAVA_LONG, 0)) {
          call(each.getKey(), each.getValue(), MemorySegment.NULL);
          replaced = true;
        }
      }
    }
    return replaced;
  }

  private static void call(int signal, MemorySegment wanted, MemorySegment before) {
    try {
      int result = (int) SIGACTION.invokeExact(FUNCTION, signal, wanted, before);
      if (result != 0) {
        throw new IllegalStateException("sigaction of signal " + signal + " gave " + result);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw Calls.broken("sigaction", t);
    }
  }
}
