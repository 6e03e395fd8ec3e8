package dev.backplane.pi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.ffi.Calls;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Calls functions of dispatch tables that answer a result: one {@code call} for each list of
 * parameters there is, chosen by the compiler. Each has a constant method handle that takes the
 * address of the function, so that any number of tables share them and a call allocates nothing; it
 * is made when its first function is called. A function that is not there, of address 0, answers
 * {@link PiResult#UNSUPPORTED_FEATURE}.
 */
public final class PiCalls {
  private PiCalls() {}

  private static MethodHandle handle(MemoryLayout... parameters) {
    return Calls.of(FunctionDescriptor.of(JAVA_INT, parameters));
  }

  private static boolean absent(MemorySegment function) {
    return function.address() == 0;
  }

  private static IllegalStateException broken(Throwable cause) {
    return Calls.broken("a function of a dispatch table", cause);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) L.HANDLE.invokeExact(function, a);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class L {
    static final MethodHandle HANDLE = handle(JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, int a, long b) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Il.HANDLE.invokeExact(function, a, b);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Il {
    static final MethodHandle HANDLE = handle(JAVA_INT, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, int b) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Li.HANDLE.invokeExact(function, a, b);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Li {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_INT);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Ll.HANDLE.invokeExact(function, a, b);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Ll {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, int a, long b, long c) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Ill.HANDLE.invokeExact(function, a, b, c);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Ill {
    static final MethodHandle HANDLE = handle(JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, int b, long c) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lil.HANDLE.invokeExact(function, a, b, c);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lil {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_INT, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lll.HANDLE.invokeExact(function, a, b, c);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lll {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, int b, long c, long d) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lill.HANDLE.invokeExact(function, a, b, c, d);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lill {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, int c, long d) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llil.HANDLE.invokeExact(function, a, b, c, d);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llil {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c, long d) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llll.HANDLE.invokeExact(function, a, b, c, d);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llll {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, int b, long c, int d, long e) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lilil.HANDLE.invokeExact(function, a, b, c, d, e);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lilil {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, int b, long c, long d, long e) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lilll.HANDLE.invokeExact(function, a, b, c, d, e);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lilll {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, int c, long d, long e) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llill.HANDLE.invokeExact(function, a, b, c, d, e);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llill {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c, int d, long e) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lllil.HANDLE.invokeExact(function, a, b, c, d, e);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lllil {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c, long d, int e) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lllli.HANDLE.invokeExact(function, a, b, c, d, e);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lllli {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c, long d, long e) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lllll.HANDLE.invokeExact(function, a, b, c, d, e);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lllll {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, int b, int c, long d, long e, long f) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Liilll.HANDLE.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Liilll {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, int b, long c, long d, long e, long f) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lillll.HANDLE.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lillll {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, int c, long d, long e, long f) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llilll.HANDLE.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llilll {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c, int d, long e, long f) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lllill.HANDLE.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lllill {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c, long d, long e, int f) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llllli.HANDLE.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llllli {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
  }

  /** Calls a function of these parameters. */
  public static int call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llllll.HANDLE.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llllll {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function, long a, int b, long c, long d, int e, long f, long g) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lillill.HANDLE.invokeExact(function, a, b, c, d, e, f, g);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lillill {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function, long a, long b, int c, long d, int e, long f, long g) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llilill.HANDLE.invokeExact(function, a, b, c, d, e, f, g);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llilill {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function, long a, long b, long c, int d, int e, long f, long g) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llliill.HANDLE.invokeExact(function, a, b, c, d, e, f, g);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llliill {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function, long a, long b, long c, long d, int e, long f, long g) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llllill.HANDLE.invokeExact(function, a, b, c, d, e, f, g);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llllill {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function, long a, int b, long c, long d, long e, int f, long g, long h) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lilllill.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lilllill {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function, long a, long b, int c, long d, long e, long f, long g, long h) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llilllll.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llilllll {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function, long a, long b, long c, long d, long e, int f, long g, long h) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lllllill.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lllllill {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      int b,
      long c,
      long d,
      int e,
      long f,
      long g,
      long h,
      long i) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lillillll.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lillillll {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      int b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Lilllllll.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Lilllllll {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      long b,
      int c,
      long d,
      long e,
      long f,
      int g,
      long h,
      long i) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llilllill.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llilllill {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG,
            JAVA_LONG);
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
      int g,
      long h,
      long i) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llllllill.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llllllill {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG,
            JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      long b,
      int c,
      long d,
      long e,
      long f,
      int g,
      long h,
      long i,
      long j) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llilllilll.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, j);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llilllilll {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG,
            JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      long b,
      int c,
      long d,
      long e,
      long f,
      long g,
      long h,
      int i,
      long j,
      long k) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int) Llilllllill.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, j, k);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llilllllill {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_INT, JAVA_LONG, JAVA_LONG);
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
      int k,
      long l,
      long m) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int)
          Llllllllllill.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, j, k, l, m);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llllllllllill {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  /** Calls a function of these parameters. */
  public static int call(
      MemorySegment function,
      long a,
      long b,
      int c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      int l,
      long m,
      long n) {
    if (absent(function)) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    try {
      return (int)
          Llillllllllill.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static final class Llillllllllill {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }
}
