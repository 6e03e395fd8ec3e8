package dev.backplane.drivers.softcard.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.Calls;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.Slab;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * Pages from the operating system (Linux): large ones that are zero without having been written,
 * and files in memory that several processes map.
 */
@SuppressWarnings("restricted") // Mapping memory is what this is for.
final class Pages {
  /** From here on memory comes in large pages, and is not cleared by hand. */
  private static final long LARGE = 2L << 20;

  private static final int READ_WRITE = 0x1 | 0x2;
  private static final int SHARED = 0x01;
  private static final int PRIVATE_ANONYMOUS = 0x02 | 0x20;

  /** A card may have more memory than the host; only what is touched counts. */
  private static final int NO_RESERVE = 0x4000;

  private static final int ADVICE_LARGE = 14;
  private static final int CLOSE_ON_EXEC = 0x1;
  private static final int ALLOW_SEALS = 0x2;
  private static final int OPEN_READ_WRITE = 0x2 | 0x80000;
  private static final int ADD_SEALS = 1033;
  private static final int GET_SEALS = 1034;
  private static final int SEAL_SHRINK = 0x2;
  private static final int SEAL_GROW_AND_SEALS = 0x4 | 0x1;
  private static final int SEEK_END = 2;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final MethodHandle MMAP =
      function("mmap", FunctionDescriptor.of(LONG, LONG, LONG, INT, INT, INT, LONG));
  private static final MethodHandle MUNMAP =
      function("munmap", FunctionDescriptor.of(INT, LONG, LONG));
  private static final MethodHandle MADVISE =
      function("madvise", FunctionDescriptor.of(INT, LONG, LONG, INT));
  private static final MethodHandle MEMFD_CREATE =
      function("memfd_create", FunctionDescriptor.of(INT, ValueLayout.ADDRESS, INT));
  private static final MethodHandle FTRUNCATE =
      function("ftruncate", FunctionDescriptor.of(INT, INT, LONG));
  private static final MethodHandle FCNTL =
      bound("fcntl", Calls.variadic(FunctionDescriptor.of(INT, INT, INT, INT), 2));
  private static final MethodHandle OPEN =
      function("open", FunctionDescriptor.of(INT, ValueLayout.ADDRESS, INT));
  private static final MethodHandle LSEEK =
      function("lseek", FunctionDescriptor.of(LONG, INT, LONG, INT));
  private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(INT, INT));

  private Pages() {}

  private static MethodHandle function(String name, FunctionDescriptor type) {
    return bound(name, Calls.of(type));
  }

  private static MethodHandle bound(String name, MethodHandle call) {
    return MethodHandles.insertArguments(call, 0, NativeLibrary.c().function(name));
  }

  /** {@return memory that is zero and lives as long as the arena; it begins at a page} */
  static MemorySegment fresh(Arena arena, long bytes) {
    try {
      return bytes < LARGE
          ? arena.allocate(bytes, Regions.PAGE)
          : large(arena, Regions.pageUp(bytes)).asSlice(0, bytes);
    } catch (OutOfMemoryError e) {
      throw outOfMemory(bytes, e);
    }
  }

  private static MemorySegment large(Arena arena, long bytes) {
    // Room to begin at a large page.
    long whole = bytes + LARGE;
    long mapped = map(whole, PRIVATE_ANONYMOUS | NO_RESERVE, -1);
    if (mapped == -1) {
      throw outOfMemory(bytes, null);
    }
    long start = mapped + LARGE - 1 & -LARGE;
    try {
      // Only advice: without large pages it is slower.
      int advised = (int) MADVISE.invokeExact(start, bytes, ADVICE_LARGE);
      assert advised <= 0;
    } catch (Throwable t) {
      throw broken(t);
    }
    return owned(arena, mapped, whole).asSlice(start - mapped, bytes);
  }

  private static long map(long bytes, int flags, int file) {
    try {
      return (long) MMAP.invokeExact(0L, bytes, READ_WRITE, flags, file, 0L);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static MemorySegment owned(Arena arena, long address, long bytes) {
    return MemorySegment.ofAddress(address)
        .reinterpret(bytes, arena, gone -> unmap(address, bytes));
  }

  private static void unmap(long address, long bytes) {
    try {
      int failed = (int) MUNMAP.invokeExact(address, bytes);
      if (failed != 0) {
        throw new IllegalStateException("munmap refused its own mapping");
      }
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  /** {@return the number of a new file in memory; it cannot shrink below those who map it} */
  static int file(long bytes) {
    try (Slab.Frame frame = Slab.frame()) {
      int file =
          (int)
              MEMFD_CREATE.invokeExact(
                  CText.write("backplane", frame), CLOSE_ON_EXEC | ALLOW_SEALS);
      if (file < 0) {
        throw outOfMemory(bytes, null);
      }
      if ((int) FTRUNCATE.invokeExact(file, Regions.pageUp(bytes)) != 0
          || (int)
                  FCNTL.invokeExact(
                      frame.errno(), file, ADD_SEALS, SEAL_SHRINK | SEAL_GROW_AND_SEALS)
              != 0) {
        close(file);
        throw outOfMemory(bytes, null);
      }
      return file;
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  /** {@return all pages of a file as memory that lives as long as the arena} */
  static MemorySegment map(Arena arena, int file, long bytes) {
    long size = Regions.pageUp(bytes);
    long mapped = map(size, SHARED, file);
    if (mapped == -1) {
      throw outOfMemory(bytes, null);
    }
    return owned(arena, mapped, size);
  }

  /** Opens a file of a process for itself. Returns its number here, or -1. */
  static int open(String path) {
    try (Slab.Frame frame = Slab.frame()) {
      return (int) OPEN.invokeExact(CText.write(path, frame), OPEN_READ_WRITE);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  /** {@return whether a file is memory of at least a size which nobody can take away} */
  static boolean holds(int file, long bytes) {
    try (Slab.Frame frame = Slab.frame()) {
      int seals = (int) FCNTL.invokeExact(frame.errno(), file, GET_SEALS, 0);
      return seals > 0
          && (seals & SEAL_SHRINK) != 0
          && (long) LSEEK.invokeExact(file, 0L, SEEK_END) >= Regions.pageUp(bytes);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  static void close(int file) {
    try {
      int failed = (int) CLOSE.invokeExact(file);
      if (failed != 0) {
        throw new IllegalStateException("close refused file " + file);
      }
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  private static BackplaneException outOfMemory(
      long bytes, @org.jspecify.annotations.Nullable Throwable cause) {
    return BackplaneException.because(
            ErrorCode.OUT_OF_HOST_MEMORY,
            "this machine has no %d bytes for a copy of a buffer".formatted(bytes))
        .remedy("Make smaller buffers, or give the process more memory")
        .causedBy(cause)
        .build();
  }

  private static RuntimeException broken(Throwable thrown) {
    if (thrown instanceof RuntimeException known) {
      return known;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(thrown);
  }
}
