package dev.backplane.ffi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * Memory of this process at addresses that native code gave and that may be wrong. The kernel
 * copies it, and refuses where nothing can be read, so that a wrong address does not end the
 * process.
 */
public final class GivenAddresses {
  /** How many pieces the kernel copies at once. */
  private static final int MOST = 1024;

  /** A {@code struct iovec}: an address and a length. */
  private static final int PIECE_BYTES = 2 * Long.BYTES;

  private static final long PROCESS = ProcessHandle.current().pid();
  private static final Optional<MemorySegment> COPY = NativeLibrary.c().find("process_vm_readv");

  private GivenAddresses() {}

  /**
   * Copies as many bytes from each of some addresses, one piece after the other.
   *
   * @param addresses where to read
   * @param bytes how many at each
   * @param memory where to copy to; lives as long as the copy is needed
   * @return the pieces, in the order of the addresses; empty if not all can be read, or the kernel
   *     does not copy for this process
   */
  public static Optional<MemorySegment> copy(
      long[] addresses, long bytes, SegmentAllocator memory) {
    MemorySegment copy = memory.allocate(Math.max(1, addresses.length * bytes), Long.BYTES);
    MemorySegment pieces =
        memory.allocate((1L + Math.min(MOST, addresses.length)) * PIECE_BYTES, Long.BYTES);
    for (int from = 0; from < addresses.length; from += MOST) {
      int count = Math.min(MOST, addresses.length - from);
      put(pieces, 0, copy.address() + from * bytes, count * bytes);
      for (int i = 0; i < count; i++) {
        put(pieces, 1 + i, addresses[from + i], bytes);
      }
      if (!copyPieces(pieces.address(), count, count * bytes)) {
        return Optional.empty();
      }
    }
    return Optional.of(copy);
  }

  private static void put(MemorySegment pieces, int index, long address, long bytes) {
    pieces.setAtIndex(ValueLayout.JAVA_LONG, 2L * index, address);
    pieces.setAtIndex(ValueLayout.JAVA_LONG, 2L * index + 1, bytes);
  }

  private static boolean copyPieces(long pieces, int count, long bytes) {
    return COPY.isPresent()
        && WordCalls.call(COPY.get(), PROCESS, pieces, 1, pieces + PIECE_BYTES, count, 0) == bytes;
  }
}
