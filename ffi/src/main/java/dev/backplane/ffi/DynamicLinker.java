package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The system's dynamic linker, called directly because the JVM's own look-up keeps back why a
 * library does not load.
 */
final class DynamicLinker {
  /**
   * Every symbol now, so that a library that misses one is refused and does not end the process
   * later.
   */
  private static final int NOW = 2;

  private static final int LONGEST = 4096;

  private static final MethodHandle OPEN =
      Calls.of(FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT));
  private static final MethodHandle FIND =
      Calls.of(FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));
  private static final MethodHandle ERROR = Calls.of(FunctionDescriptor.of(ADDRESS));
  private static final MethodHandle CLOSE = Calls.of(FunctionDescriptor.of(JAVA_INT, ADDRESS));

  private static final MemorySegment DLOPEN = NativeLibrary.c().function("dlopen");
  private static final MemorySegment DLSYM = NativeLibrary.c().function("dlsym");
  private static final MemorySegment DLERROR = NativeLibrary.c().function("dlerror");
  private static final MemorySegment DLCLOSE = NativeLibrary.c().function("dlclose");

  private DynamicLinker() {}

  /** {@return the linker's handle, or NULL: {@link #error} says why} */
  static MemorySegment open(String name) {
    try (Slab.Frame frame = Slab.frame()) {
      return (MemorySegment) OPEN.invokeExact(DLOPEN, CText.write(name, frame), NOW);
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw Calls.broken("dlopen", t);
    }
  }

  /** {@return the address of a symbol, or NULL} */
  static MemorySegment find(MemorySegment library, String symbol) {
    try (Slab.Frame frame = Slab.frame()) {
      return (MemorySegment) FIND.invokeExact(DLSYM, library, CText.write(symbol, frame));
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw Calls.broken("dlsym", t);
    }
  }

  /** {@return what the linker said last to this thread} */
  static String error() {
    try {
      return CText.read((MemorySegment) ERROR.invokeExact(DLERROR), LONGEST);
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw Calls.broken("dlerror", t);
    }
  }

  /** Gives a library back, which unloads it if nobody else has it. */
  static void close(MemorySegment library) {
    try {
      int _ = (int) CLOSE.invokeExact(DLCLOSE, library);
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw Calls.broken("dlclose", t);
    }
  }
}
