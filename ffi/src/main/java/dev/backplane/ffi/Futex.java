package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
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
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                JAVA_LONG),
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
   * Waits while a word has a value, until somebody {@linkplain #wake wakes} those who wait for it.
   * Returns at once if it has another one, now and then without a reason, and with an interrupt of
   * the system; not when the Java thread is interrupted. So whoever waits has somebody who wakes.
   *
   * @param word the address of the word, a multiple of 4 that stays mapped
   * @param value the value
   */
  public static void await(long word, int value) {
    call(word, WAIT, value);
  }

  /** Wakes all that wait for a word, here or in another process. */
  public static void wake(long word) {
    call(word, WAKE, Integer.MAX_VALUE);
  }

  private static void call(long word, int operation, int value) {
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
                  0L,
                  0L,
                  0L);
      assert result >= -1;
    } catch (Throwable t) {
      throw Calls.broken("futex", t);
    }
  }
}
