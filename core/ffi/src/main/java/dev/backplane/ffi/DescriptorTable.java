package dev.backplane.ffi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The file descriptors of this process: how many there can be, and how many there are. */
public final class DescriptorTable {
  private static final Path OPEN = Path.of("/proc/self/fd");
  private static final int NOFILE = 7;

  private static final MemorySegment GETRLIMIT = NativeLibrary.c().function("getrlimit");

  private DescriptorTable() {}

  /** {@return how many the process can have (ulimit -n)} */
  public static long limit() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment limits = arena.allocate(2L * Long.BYTES, Long.BYTES);
      long failed = (int) WordCalls.call(GETRLIMIT, NOFILE, limits.address());
      long limit = limits.get(ValueLayout.JAVA_LONG, 0);
      return failed != 0 || limit < 0 ? Long.MAX_VALUE : limit;
    }
  }

  /** {@return how many are open} At least as many, where nobody can count them any more. */
  static long open() {
    try {
      // Since Linux 6.2 the size tells it, and nothing has to be opened.
      long size = Files.size(OPEN);
      if (size > 0) {
        return size;
      }
      try (Stream<Path> all = Files.list(OPEN)) {
        return all.count() - 1;
      }
    } catch (IOException e) {
      return Files.exists(OPEN) ? Long.MAX_VALUE : 0;
    }
  }

  /** {@return how many more the process can have now} */
  public static long left() {
    return Math.max(0, limit() - open());
  }
}
