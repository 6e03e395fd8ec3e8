package dev.backplane.capi.card.psl;

import dev.backplane.capi.card.memory.AtomicAnswer.Status;
import dev.backplane.capi.card.memory.KnownMemory.Region;
import dev.backplane.ffi.ScatteredCopy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Copies a block between an AFU and the memory of a context, at once: as known memory, or by the
 * kernel.
 */
final class BlockCopy implements AutoCloseable {
  private final Arena arena = Arena.ofShared();

  /** A copy of the block for the kernel, as blocks of AFUs may lie on the heap. */
  private final MemorySegment block;

  private final ScatteredCopy copy = new ScatteredCopy(1);

  /**
   * @param most how many bytes a block has at most
   */
  BlockCopy(int most) {
    block = arena.allocate(most, Long.BYTES);
  }

  /** Reads memory. */
  Status read(AttachedContext context, long address, MemorySegment into, long bytes) {
    Region region = context.known().find(address, bytes);
    if (region != null) {
      try {
        MemorySegment.copy(region.bytes(), address - region.address(), into, 0, bytes);
        return Status.DONE;
      } catch (IllegalStateException e) {
        // It was freed here, and may be there all the same.
        Thread.interrupted();
      }
    }
    if (!byKernel(context, address, bytes, false)) {
      return Status.MISSING;
    }
    MemorySegment.copy(block, 0, into, 0, bytes);
    return Status.DONE;
  }

  /** Writes memory. */
  Status write(AttachedContext context, long address, MemorySegment from, long bytes) {
    Region region = context.known().find(address, bytes);
    if (region != null && !region.bytes().isReadOnly()) {
      try {
        MemorySegment.copy(from, 0, region.bytes(), address - region.address(), bytes);
        return Status.DONE;
      } catch (IllegalStateException e) {
        // It was freed here, and may be there all the same.
        Thread.interrupted();
      }
    }
    MemorySegment.copy(from, 0, block, 0, bytes);
    if (byKernel(context, address, bytes, true)) {
      return Status.DONE;
    }
    return isThere(context, address) ? Status.FORBIDDEN : Status.MISSING;
  }

  /** Tells whether a byte can be read. */
  boolean isThere(AttachedContext context, long address) {
    return byKernel(context, address, 1, false);
  }

  private boolean byKernel(AttachedContext context, long address, long bytes, boolean stores) {
    copy.clear();
    copy.add(block.address(), address, bytes);
    return (stores ? copy.write(context.memory(), 0) : copy.read(context.memory(), 0)) == 1;
  }

  @Override
  public void close() {
    copy.close();
    arena.close();
  }
}
