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

  /** Only if it is loaded already. */
  private static final int NOLOAD = 4;

  /** Its symbols resolve those that libraries loaded later lack. */
  private static final int GLOBAL = 0x100;

  /** The request to {@code dlinfo} for the entry in the linker's list of libraries. */
  private static final long LINK_MAP = 2;

  private static final long LINK_MAP_NAME_AT = 8;

  /** {@code Dl_info}: the library's name and begin, the symbol's name and begin. */
  private static final long SYMBOL_BYTES = 32;

  private static final long SYMBOL_NAME_AT = 16;
  private static final long SYMBOL_ADDRESS_AT = 24;

  private static final int LONGEST = 4096;

  private static final MemorySegment DLOPEN = NativeLibrary.c().function("dlopen");
  private static final MemorySegment DLSYM = NativeLibrary.c().function("dlsym");
  private static final MemorySegment DLERROR = NativeLibrary.c().function("dlerror");
  private static final MemorySegment DLCLOSE = NativeLibrary.c().function("dlclose");

  /** Functions that are rarely called, and looked up only then. */
  private static final class Questions {
    static final MemorySegment DLADDR = NativeLibrary.c().function("dladdr");
    static final MemorySegment DLINFO = NativeLibrary.c().function("dlinfo");
  }

  private DynamicLinker() {}

  /** {@return the linker's handle, or 0: {@link #error} says why} */
  static long open(String name) {
    return load(name, NOW);
  }

  /** {@return the linker's handle of a library whose symbols others get, or 0} */
  static long openForOthers(String name) {
    return load(name, NOW | GLOBAL);
  }

  /** {@return the linker's handle of a library that is loaded, or 0; its symbols others get} */
  static long findForOthers(String name) {
    return open(name, NOW | GLOBAL | NOLOAD);
  }

  /** {@return the linker's handle of a library that is loaded, or 0} */
  static long findLoaded(String name) {
    return open(name, NOW | NOLOAD);
  }

  /** Begins a library, whose constructors may replace handlers of faults. */
  private static long load(String name, int flags) {
    try (HandlerGuard _ = HandlerGuard.begin()) {
      return open(name, flags);
    }
  }

  private static long open(String name, int flags) {
    try (Slab.Frame frame = Slab.frame()) {
      return WordCalls.call(DLOPEN, CText.write(name, frame).address(), flags);
    }
  }

  /** {@return the path of a library as the linker found it; empty if it does not tell} */
  static String path(long library) {
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.allocate(Long.BYTES, Long.BYTES).address();
      return (int) WordCalls.call(Questions.DLINFO, library, LINK_MAP, place) == 0
          ? CText.read(
              MemorySegment.ofAddress(
                  RawMemory.getLong(RawMemory.getLong(place) + LINK_MAP_NAME_AT)),
              LONGEST)
          : "";
    }
  }

  /** {@return the name of the symbol that begins at an address; empty if none does} */
  static String symbolAt(long address) {
    try (Slab.Frame frame = Slab.frame()) {
      long info = frame.allocate(SYMBOL_BYTES, Long.BYTES).address();
      return (int) WordCalls.call(Questions.DLADDR, address, info) != 0
              && RawMemory.getLong(info + SYMBOL_ADDRESS_AT) == address
          ? CText.read(MemorySegment.ofAddress(RawMemory.getLong(info + SYMBOL_NAME_AT)), LONGEST)
          : "";
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
