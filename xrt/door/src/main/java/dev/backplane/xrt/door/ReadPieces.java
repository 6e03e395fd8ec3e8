package dev.backplane.xrt.door;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A sequence of bytes that is read piece by piece until its end is found. Zeros at its beginning,
 * which may be those of memory that is not there, take no room.
 */
final class ReadPieces {
  private final Arena scratch;
  private final List<MemorySegment> pieces = new ArrayList<>();
  private long zeros;
  private long bytes;

  /** Nothing yet; pieces are kept in an arena. */
  ReadPieces(Arena scratch) {
    this.scratch = scratch;
  }

  /** {@return how many bytes there are} */
  long bytes() {
    return bytes;
  }

  /** {@return whether all of them are zero} */
  boolean isZero() {
    return pieces.isEmpty();
  }

  /** Adds a copy of a piece. */
  void add(MemorySegment piece) {
    bytes += piece.byteSize();
    if (pieces.isEmpty() && isZero(piece)) {
      zeros = bytes;
    } else {
      pieces.add(scratch.allocate(piece.byteSize()).copyFrom(piece));
    }
  }

  private static boolean isZero(MemorySegment piece) {
    // It is compared with itself, one byte on: equal neighbours of a zero are zeros.
    return piece.byteSize() == 0
        || (piece.get(ValueLayout.JAVA_BYTE, 0) == 0
            && piece.asSlice(1).mismatch(piece.asSlice(0, piece.byteSize() - 1)) < 0);
  }

  /** {@return all of them in one} */
  MemorySegment all(SegmentAllocator memory) {
    MemorySegment all = memory.allocate(bytes);
    long at = zeros;
    for (MemorySegment piece : pieces) {
      MemorySegment.copy(piece, 0, all, at, piece.byteSize());
      at += piece.byteSize();
    }
    return all;
  }
}
