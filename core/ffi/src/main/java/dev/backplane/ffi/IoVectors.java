package dev.backplane.ffi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;

/** An array of {@code struct iovec}: pieces of memory, each an address and a length. */
final class IoVectors {
  static final long BYTES = 2 * Long.BYTES;

  private final MemorySegment vectors;

  /** Makes room for pieces, which lives as long as what the allocator gives. */
  IoVectors(SegmentAllocator allocator, int room) {
    vectors = allocator.allocate(BYTES * room, Long.BYTES);
  }

  void set(int index, long address, long bytes) {
    vectors.set(ValueLayout.JAVA_LONG, index * BYTES, address);
    vectors.set(ValueLayout.JAVA_LONG, index * BYTES + Long.BYTES, bytes);
  }

  /** {@return where a piece and those after it are} */
  long address(int index) {
    return vectors.address() + index * BYTES;
  }
}
