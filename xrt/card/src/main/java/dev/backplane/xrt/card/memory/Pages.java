package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.Calls;
import dev.backplane.ffi.MemoryFile;
import dev.backplane.ffi.NativeLibrary;
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
  private static final int PRIVATE_ANONYMOUS = 0x02 | 0x20;

  /** A card may have more memory than the host; only what is touched counts. */
  private static final int NO_RESERVE = 0x4000;

  private static final int ADVICE_LARGE = 14;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final MethodHandle MMAP =
      function("mmap", FunctionDescriptor.of(LONG, LONG, LONG, INT, INT, INT, LONG));
  private static final MethodHandle MUNMAP =
      function("munmap", FunctionDescriptor.of(INT, LONG, LONG));
  private static final MethodHandle MADVISE =
      function("madvise", FunctionDescriptor.of(INT, LONG, LONG, INT));

  private Pages() {}

  private static MethodHandle function(String name, FunctionDescriptor type) {
    return MethodHandles.insertArguments(Calls.of(type), 0, NativeLibrary.c().function(name));
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
    long mapped;
    long start;
    try {
      mapped =
          (long) MMAP.invokeExact(0L, whole, READ_WRITE, PRIVATE_ANONYMOUS | NO_RESERVE, -1, 0L);
      if (mapped == -1) {
        throw outOfMemory(bytes, null);
      }
      start = mapped + LARGE - 1 & -LARGE;
      // Only advice: without large pages it is slower.
      int advised = (int) MADVISE.invokeExact(start, bytes, ADVICE_LARGE);
      assert advised <= 0;
    } catch (Throwable t) {
      throw broken(t);
    }
    return MemorySegment.ofAddress(mapped)
        .reinterpret(whole, arena, gone -> unmap(mapped, whole))
        .asSlice(start - mapped, bytes);
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

  /** {@return a new file in memory, whose size is sealed} */
  static MemoryFile file(long bytes) {
    return MemoryFile.create(Regions.pageUp(bytes)).orElseThrow(() -> outOfMemory(bytes, null));
  }

  /** {@return bytes of a file as memory that lives as long as the arena} */
  static MemorySegment map(Arena arena, MemoryFile file, long bytes) {
    return file.map(Regions.pageUp(bytes), arena)
        .orElseThrow(() -> outOfMemory(bytes, null))
        .asSlice(0, bytes);
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
