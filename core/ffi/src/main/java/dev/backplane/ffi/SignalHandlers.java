package dev.backplane.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The handlers of the signals that mean a fault, as they were at some time. The JVM lives by its
 * own: it stops threads and finds null by faults on purpose. A library that puts a handler of its
 * own in their place, for its last words in a crash, makes a crash of the next such fault.
 */
public final class SignalHandlers {
  private static final int[] FAULTS = {4, 6, 7, 8, 11}; // SIGILL, ABRT, BUS, FPE, SEGV

  /** More than {@code struct sigaction} has; its first word is the handler. */
  private static final long BYTES = 256;

  private static final MemorySegment FUNCTION = NativeLibrary.c().function("sigaction");

  /** A {@code struct sigaction} for each of the signals. */
  private final MemorySegment saved = Arena.ofAuto().allocate(FAULTS.length * BYTES, Long.BYTES);

  private SignalHandlers() {}

  /** {@return those of now} */
  public static SignalHandlers save() {
    SignalHandlers now = new SignalHandlers();
    for (int i = 0; i < FAULTS.length; i++) {
      call(FAULTS[i], 0, now.address(i));
    }
    return now;
  }

  private long address(int signal) {
    return saved.address() + signal * BYTES;
  }

  /**
   * Puts back those that somebody has replaced since.
   *
   * @return whether there was one
   */
  public boolean restore() {
    boolean replaced = false;
    try (Slab.Frame frame = Slab.frame()) {
      long now = frame.allocate(BYTES, Long.BYTES).address();
      for (int i = 0; i < FAULTS.length; i++) {
        call(FAULTS[i], 0, now);
        if (RawMemory.getLong(now) != saved.get(ValueLayout.JAVA_LONG, i * BYTES)) {
          call(FAULTS[i], address(i), 0);
          replaced = true;
        }
      }
    }
    return replaced;
  }

  private static void call(int signal, long wanted, long before) {
    int result = (int) WordCalls.call(FUNCTION, signal, wanted, before);
    if (result != 0) {
      throw new IllegalStateException("sigaction of signal " + signal + " gave " + result);
    }
  }
}
