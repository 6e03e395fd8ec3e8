package dev.backplane.pi;

import dev.backplane.ffi.WordCalls;
import java.lang.foreign.MemorySegment;

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
      MemorySegment function, long a, long b, long c, long d, long e, long f, long g) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e, f, g);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e, f, g, h);
  }

  /** Calls a function of these parameters. */
  public static int call(
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
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e, f, g, h, i);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e, f, g, h, i, j);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e, f, g, h, i, j, k);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e, f, g, h, i, j, k, l);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l,
      long m) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e, f, g, h, i, j, k, l, m);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l,
      long m,
      long n) {
    return absent(function)
        ? PiResult.UNSUPPORTED_FEATURE
        : (int) WordCalls.call(function, a, b, c, d, e, f, g, h, i, j, k, l, m, n);
  }
}
