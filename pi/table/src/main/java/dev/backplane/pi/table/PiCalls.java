package dev.backplane.pi.table;

import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.ffi.WordCalls;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Calls functions of dispatch tables that answer a result, whatever the widths of their parameters,
 * see {@link WordCalls}. A function that is not there, of address 0, answers {@link
 * PiResult#UNSUPPORTED_FEATURE}.
 */
public final class PiCalls {
  private PiCalls() {}

  private static boolean absent(MemorySegment function) {
    return function.address() == 0;
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a) {
    return absent(function) ? PiResult.UNSUPPORTED_FEATURE : (int) WordCalls.call(function, a);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b) {
    return absent(function) ? PiResult.UNSUPPORTED_FEATURE : (int) WordCalls.call(function, a, b);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c, long d) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c, long d, long e) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e, f);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e, f, g, h);
  }

  /** A call of a function, given where its error goes. */
  @FunctionalInterface
  public interface Made {
    /** {@return what the function answers} */
    long object(long error);
  }

  /**
   * Calls a function that returns a new object and puts its error where its last argument points.
   * The plugin interface has it the other way round: the object goes to {@code out}, the error is
   * answered. A function may give both: a program that does not link has a log.
   *
   * @param out where the object goes
   * @param function the function, which may be missing
   * @param made calls it
   * @return the error
   */
  public static int create(long out, MemorySegment function, Made made) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    if (out == 0) {
      return PiResult.INVALID_VALUE;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(ValueLayout.JAVA_INT);
      RawMemory.putLong(out, made.object(error.address()));
      return error.get(ValueLayout.JAVA_INT, 0);
    }
  }
}
