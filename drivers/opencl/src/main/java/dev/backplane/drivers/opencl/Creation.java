package dev.backplane.drivers.opencl;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.ffi.WordCalls;
import dev.backplane.pi.PiResult;
import java.lang.foreign.MemorySegment;

/**
 * Calls functions that return a new object and put their error where the last argument points. The
 * plugin interface has it the other way round: the object goes to {@code out}, the error is
 * answered.
 */
final class Creation {
  private Creation() {}

  /** A call of a function, given where its error goes. */
  private interface Made {
    long object(long error);
  }

  /** A function may give an object and an error at once: a program that does not link has a log. */
  private static int make(long out, MemorySegment function, Made made) {
    if (function.address() == 0) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    if (out == 0) {
      return PiResult.INVALID_VALUE;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      RawMemory.putLong(out, made.object(error.address()));
      return error.get(JAVA_INT, 0);
    }
  }

  static int make(long out, MemorySegment function, long a) {
    return make(out, function, error -> WordCalls.call(function, a, error));
  }

  static int make(long out, MemorySegment function, long a, long b) {
    return make(out, function, error -> WordCalls.call(function, a, b, error));
  }

  static int make(long out, MemorySegment function, long a, long b, long c) {
    return make(out, function, error -> WordCalls.call(function, a, b, c, error));
  }

  static int make(long out, MemorySegment function, long a, long b, long c, long d) {
    return make(out, function, error -> WordCalls.call(function, a, b, c, d, error));
  }

  static int make(long out, MemorySegment function, long a, long b, long c, long d, long e) {
    return make(out, function, error -> WordCalls.call(function, a, b, c, d, e, error));
  }

  static int make(
      long out, MemorySegment function, long a, long b, long c, long d, long e, long f) {
    return make(out, function, error -> WordCalls.call(function, a, b, c, d, e, f, error));
  }

  static int make(
      long out,
      MemorySegment function,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h) {
    return make(out, function, error -> WordCalls.call(function, a, b, c, d, e, f, g, h, error));
  }

  static int make(
      long out,
      MemorySegment function,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i) {
    return make(out, function, error -> WordCalls.call(function, a, b, c, d, e, f, g, h, i, error));
  }
}
