package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Collections;

/**
 * Calls C functions of whole numbers and pointers, whatever the widths of these, by their address.
 *
 * <p>The calling conventions of Linux on x86-64 (System V) and AArch64 pass each such argument in a
 * word of its own, of which the function looks only at the bits of its parameter, and the caller
 * takes away what it passed. So one handle serves every function of up to six parameters, those
 * that it does not have being zero, and linking, which takes milliseconds for each signature, is
 * done once. An {@code int} is widened with its sign; of a result narrower than 64 bits only its
 * own bits mean something: cast it.
 *
 * <p>Not for functions with floating-point numbers, structures by value or {@code ...} among their
 * parameters; for these, and where the error number is needed, there is {@link Calls}.
 */
public final class WordCalls {
  private WordCalls() {}

  private static MethodHandle handle(int words) {
    return Calls.of(
        FunctionDescriptor.of(
            JAVA_LONG, Collections.nCopies(words, JAVA_LONG).toArray(MemoryLayout[]::new)));
  }

  private static IllegalStateException broken(MemorySegment function, Throwable cause) {
    return Calls.broken("the function at 0x%x".formatted(function.address()), cause);
  }

  /** Calls a function of no parameters. */
  public static long call(MemorySegment function) {
    return call(function, 0L, 0L, 0L, 0L, 0L, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(MemorySegment function, long a) {
    return call(function, a, 0L, 0L, 0L, 0L, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(MemorySegment function, long a, long b) {
    return call(function, a, b, 0L, 0L, 0L, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(MemorySegment function, long a, long b, long c) {
    return call(function, a, b, c, 0L, 0L, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(MemorySegment function, long a, long b, long c, long d) {
    return call(function, a, b, c, d, 0L, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(MemorySegment function, long a, long b, long c, long d, long e) {
    return call(function, a, b, c, d, e, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
    try {
      return (long) Six.HANDLE.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable t) {
      throw broken(function, t);
    }
  }

  private static final class Six {
    static final MethodHandle HANDLE = handle(6);
  }

  /** Calls a function of these parameters. */
  public static long call(
      MemorySegment function, long a, long b, long c, long d, long e, long f, long g) {
    return call(function, a, b, c, d, e, f, g, 0L, 0L, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(
      MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h) {
    return call(function, a, b, c, d, e, f, g, h, 0L, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(
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
    return call(function, a, b, c, d, e, f, g, h, i, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(
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
    try {
      return (long) Ten.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, j);
    } catch (Throwable t) {
      throw broken(function, t);
    }
  }

  private static final class Ten {
    static final MethodHandle HANDLE = handle(10);
  }

  /** Calls a function of these parameters. */
  public static long call(
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
    return call(function, a, b, c, d, e, f, g, h, i, j, k, 0L, 0L, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(
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
    return call(function, a, b, c, d, e, f, g, h, i, j, k, l, 0L, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(
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
    return call(function, a, b, c, d, e, f, g, h, i, j, k, l, m, 0L);
  }

  /** Calls a function of these parameters. */
  public static long call(
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
    try {
      return (long) Fourteen.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    } catch (Throwable t) {
      throw broken(function, t);
    }
  }

  private static final class Fourteen {
    static final MethodHandle HANDLE = handle(14);
  }
}
