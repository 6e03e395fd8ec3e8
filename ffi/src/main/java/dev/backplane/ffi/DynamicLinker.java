package dev.backplane.ffi;

import java.lang.foreign.MemorySegment;

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

  private static final MemorySegment DLOPEN = NativeLibrary.c().function("dlopen");
  private static final MemorySegment DLSYM = NativeLibrary.c().function("dlsym");
  private static final MemorySegment DLERROR = NativeLibrary.c().function("dlerror");
  private static final MemorySegment DLCLOSE = NativeLibrary.c().function("dlclose");

  private DynamicLinker() {}

  /** {@return the linker's handle, or 0: {@link #error} says why} */
  static long open(String name) {
    try (Slab.Frame frame = Slab.frame()) {
      return WordCalls.call(DLOPEN, CText.write(name, frame).address(), NOW);
    }
  }

  /** {@return the address of a symbol, or 0} */
  static long find(long library, String symbol) {
    try (Slab.Frame frame = Slab.frame()) {
      return WordCalls.call(DLSYM, library, CText.write(symbol, frame).address());
    }
  }

  /** {@return what the linker said last to this thread} */
  static String error() {
    return CText.read(MemorySegment.ofAddress(WordCalls.call(DLERROR)), LONGEST);
  }

  /** Gives a library back, which unloads it if nobody else has it. */
  static void close(long library) {
    WordCalls.call(DLCLOSE, library);
  }
}
