package dev.backplane.xrt.driver;

import java.lang.foreign.MemorySegment;

/**
 * Moves bytes between memory of the program and the device's copies of buffers. The library does
 * that by way of the host's copies alone, whose ranges are therefore saved and put back; piece by
 * piece, one transfer of a card at a time, because parts of a buffer share their copies.
 */
final class DeviceTransfer {
  private static final int PIECE = 1 << 20;

  /** A step of a transfer, from an offset in it on. */
  private interface Step {
    void move(long at, long bytes);
  }

  /** Guarded by this. */
  private final byte[][] saved = {{}, {}};

  synchronized void read(XrtBuffer source, long offset, MemorySegment target) {
    inPieces(
        target.byteSize(),
        (at, bytes) -> {
          MemorySegment range = source.host().asSlice(offset + at, bytes);
          MemorySegment kept = save(0, range);
          MemorySegment read = room(1, bytes);
          try {
            source.syncBack(offset + at, bytes);
            read.copyFrom(range);
          } finally {
            range.copyFrom(kept);
          }
          // Last: the target may be that range.
          MemorySegment.copy(read, 0, target, at, bytes);
        });
  }

  synchronized void write(XrtBuffer target, long offset, MemorySegment source) {
    inPieces(
        source.byteSize(),
        (at, bytes) -> {
          MemorySegment range = target.host().asSlice(offset + at, bytes);
          MemorySegment kept = save(0, range);
          try {
            MemorySegment.copy(source, at, range, 0, bytes);
            target.sync(offset + at, bytes);
          } finally {
            range.copyFrom(kept);
          }
        });
  }

  synchronized void copy(
      XrtBuffer source, long sourceOffset, XrtBuffer target, long targetOffset, long bytes) {
    inPieces(
        bytes,
        (at, some) -> {
          MemorySegment from = source.host().asSlice(sourceOffset + at, some);
          MemorySegment to = target.host().asSlice(targetOffset + at, some);
          MemorySegment keptFrom = save(0, from);
          MemorySegment keptTo = save(1, to);
          try {
            target.copyFrom(source, sourceOffset + at, targetOffset + at, some);
          } finally {
            from.copyFrom(keptFrom);
            to.copyFrom(keptTo);
          }
        });
  }

  private MemorySegment save(int slot, MemorySegment range) {
    return room(slot, range.byteSize()).copyFrom(range);
  }

  private MemorySegment room(int slot, long bytes) {
    if (saved[slot].length < bytes) {
      saved[slot] = new byte[(int) bytes];
    }
    return MemorySegment.ofArray(saved[slot]).asSlice(0, bytes);
  }

  private static void inPieces(long bytes, Step step) {
    for (long at = 0; at < bytes; at += PIECE) {
      step.move(at, Math.min(PIECE, bytes - at));
    }
  }
}
