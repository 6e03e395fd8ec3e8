package dev.backplane.capi.card.context;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.WordCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A file descriptor that is readable or not, as it is told, for those who wait with the system. Its
 * users call it one at a time.
 */
final class EventDescriptor {
  // Flags of eventfd: not blocking, and closed when another program is executed.
  private static final int FLAGS = 0x800 | 0x80000;

  private static final class C {
    static final MemorySegment READ = NativeLibrary.c().function("read");
    static final MemorySegment WRITE = NativeLibrary.c().function("write");
    static final MemorySegment EVENTFD = NativeLibrary.c().function("eventfd");
    static final MemorySegment CLOSE = NativeLibrary.c().function("close");
  }

  private final int number;
  private boolean readable;

  EventDescriptor(String owner) {
    number = (int) WordCalls.call(C.EVENTFD, 0L, FLAGS);
    if (number < 0) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_HOST_MEMORY, "the process has no file descriptor left")
          .during("make a file descriptor for events")
          .on(owner)
          .remedy("Close files, or raise the limit (ulimit -n)")
          .build();
    }
  }

  int number() {
    return number;
  }

  /** Makes it readable or not. */
  void show(boolean isReadable) {
    if (isReadable == readable) {
      return;
    }
    readable = isReadable;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocateFrom(ValueLayout.JAVA_LONG, 1L);
      WordCalls.call(isReadable ? C.WRITE : C.READ, number, count.address(), Long.BYTES);
    }
  }

  void close() {
    WordCalls.call(C.CLOSE, number);
  }
}
