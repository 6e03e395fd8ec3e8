package dev.backplane.pi.table.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * A store of native memory through which transfers go whose memory may be gone before they end. It
 * is used again and again: what is new is cleared, mapped and collected, which costs more than a
 * transfer. What is not given back, because nobody noticed the end, is collected as ever.
 */
final class Staging {
  private static final long SMALLEST = 4096;

  /** So many bytes are kept for later at most. */
  private static final long MOST_KEPT = 256L << 20;

  private final Map<Long, Deque<MemorySegment>> kept = new HashMap<>();
  private long bytesKept;

  /** Memory of at least so many bytes, its content undefined. */
  MemorySegment take(long bytes) {
    long size = Math.max(SMALLEST, sizeFor(bytes));
    synchronized (this) {
      Deque<MemorySegment> pieces = kept.get(size);
      if (pieces != null && !pieces.isEmpty()) {
        bytesKept -= size;
        return pieces.pop();
      }
    }
    return Arena.ofAuto().allocate(size, 64);
  }

  /** A quarter of a power of two: at most a quarter of a piece is for nothing. */
  private static long sizeFor(long bytes) {
    long step = Math.max(SMALLEST, Long.highestOneBit(Math.max(1, bytes)) >>> 2);
    return (bytes + step - 1) / step * step;
  }

  /** Takes back what {@link #take} gave, which nobody uses any more. */
  synchronized void giveBack(MemorySegment piece) {
    long size = piece.byteSize();
    if (bytesKept + size <= MOST_KEPT) {
      bytesKept += size;
      kept.computeIfAbsent(size, _ -> new ArrayDeque<>()).push(piece);
    }
  }
}
