package dev.backplane.drivers.opencl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.ffi.Calls;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.PiResult;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Calls functions that return a new object and put their error where the last argument points. The
 * plugin interface has it the other way round: the object goes to {@code out}, the error is
 * answered. One {@code make} for each list of parameters before that last one.
 */
final class Creation {
  private Creation() {}

  private static MethodHandle handle(MemoryLayout... parameters) {
    return Calls.of(FunctionDescriptor.of(JAVA_LONG, parameters).appendArgumentLayouts(ADDRESS));
  }

  /** {@return what is to be answered without a call, 0 if there is nothing against it} */
  private static int refused(MemorySegment function, long out) {
    if (function.address() == 0) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    return out == 0 ? PiResult.INVALID_VALUE : PiResult.SUCCESS;
  }

  /** A function may give an object and an error at once: a program that does not link has a log. */
  private static int made(long out, long object, MemorySegment error) {
    RawMemory.putLong(out, object);
    return error.get(JAVA_INT, 0);
  }

  static int make(long out, MemorySegment function, long a) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) L.HANDLE.invokeExact(function, a, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class L {
    static final MethodHandle HANDLE = handle(JAVA_LONG);
  }

  static int make(long out, MemorySegment function, long a, long b) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Ll.HANDLE.invokeExact(function, a, b, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Ll {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG);
  }

  static int make(long out, MemorySegment function, long a, long b, long c) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Lll.HANDLE.invokeExact(function, a, b, c, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Lll {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  static int make(long out, MemorySegment function, long a, long b, long c, long d) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Llll.HANDLE.invokeExact(function, a, b, c, d, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Llll {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  static int make(long out, MemorySegment function, long a, long b, long c, long d, long e) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Lllll.HANDLE.invokeExact(function, a, b, c, d, e, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Lllll {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  static int make(long out, MemorySegment function, long a, int b, long c, long d) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Lill.HANDLE.invokeExact(function, a, b, c, d, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Lill {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  static int make(long out, MemorySegment function, long a, long b, int c, long d) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Llil.HANDLE.invokeExact(function, a, b, c, d, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Llil {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
  }

  static int make(long out, MemorySegment function, long a, int b, int c, int d) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Liii.HANDLE.invokeExact(function, a, b, c, d, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Liii {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT);
  }

  static int make(long out, MemorySegment function, long a, int b, long c, long d, long e) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Lilll.HANDLE.invokeExact(function, a, b, c, d, e, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Lilll {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  static int make(long out, MemorySegment function, long a, long b, long c, int d) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Llli.HANDLE.invokeExact(function, a, b, c, d, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Llli {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
  }

  static int make(long out, MemorySegment function, long a, long b, long c, long d, int e) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Lllli.HANDLE.invokeExact(function, a, b, c, d, e, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Lllli {
    static final MethodHandle HANDLE = handle(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
  }

  static int make(long out, MemorySegment function, long a, int b, long c, long d, long e, long f) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(out, (long) Lillll.HANDLE.invokeExact(function, a, b, c, d, e, f, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Lillll {
    static final MethodHandle HANDLE =
        handle(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  static int make(
      long out,
      MemorySegment function,
      long a,
      int b,
      long c,
      long d,
      int e,
      long f,
      long g,
      long h) {
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(
          out, (long) Lillilll.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, error), error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Lillilll {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  static int make(
      long out,
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
    int refused = refused(function, out);
    if (refused != 0) {
      return refused;
    }
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.allocate(JAVA_INT);
      return made(
          out,
          (long) Llilllill.HANDLE.invokeExact(function, a, b, c, d, e, f, g, h, i, error),
          error);
    } catch (Throwable t) {
      throw Calls.broken("a function that makes an object", t);
    }
  }

  private static final class Llilllill {
    static final MethodHandle HANDLE =
        handle(
            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG,
            JAVA_LONG);
  }
}
