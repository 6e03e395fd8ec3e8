package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.Locale;

/**
 * Waits for a word of 32 bits that processes share (Linux, {@code futex}). Safe for use by several
 * threads.
 */
public final class Futex {
  private static final int WAIT = 0;
  private static final int WAKE = 1;

  private static final class C {
    static final int NUMBER = numberOf(System.getProperty("os.arch", ""));
    static final MemorySegment SYSCALL = NativeLibrary.c().function("syscall");
    static final MethodHandle HANDLE =
        Calls.variadic(
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            1);
  }

  private Futex() {}

  private static int numberOf(String machine) {
    return switch (machine.toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" -> 202;
      case "ppc64", "ppc64le" -> 221;
      case "s390x" -> 238;
      default -> 98;
    };
  }

  /**
   * Waits while a word has a value, until somebody {@linkplain #wake wakes} those who wait for it,
   * or some time has passed. Returns at once if it has another value, and now and then without a
   * reason; not when the Java thread is interrupted.
   *
   * @param word the address of the word, a multiple of 4 that stays mapped
   * @param value the value
   * @param most how long to wait at most
   */
  public static void await(long word, int value, Duration most) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment time = frame.allocate(2 * Long.BYTES, Long.BYTES);
      time.set(JAVA_LONG, 0, most.toSeconds());
      time.set(JAVA_LONG, Long.BYTES, most.toNanosPart());
      call(word, WAIT, value, time.address());
    }
  }

  /** Wakes all that wait for a word, here or in another process. */
  public static void wake(long word) {
    call(word, WAKE, Integer.MAX_VALUE, 0);
  }

  private static void call(long word, int operation, int value, long time) {
    try (Slab.Frame frame = Slab.frame()) {
      long result =
          (long)
              C.HANDLE.invokeExact(
                  C.SYSCALL,
                  frame.errno(),
                  (long) C.NUMBER,
                  word,
                  (long) operation,
                  (long) value,
                  time);
      assert result >= -1;
    } catch (Throwable t) {
      throw Calls.broken("futex", t);
    }
  }
}
