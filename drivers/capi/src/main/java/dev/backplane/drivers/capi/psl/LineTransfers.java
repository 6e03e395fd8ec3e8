package dev.backplane.drivers.capi.psl;

import static dev.backplane.drivers.capi.PslPort.LINE_BYTES;

import dev.backplane.drivers.capi.memory.KnownMemory.Region;
import dev.backplane.ffi.ScatteredCopy;
import java.lang.foreign.MemorySegment;

/**
 * Moves data between the lines of tags and the memory of contexts. Memory that is known is copied
 * at once, all other by the kernel, together with what else waits for it.
 */
final class LineTransfers implements AutoCloseable {
  private static final long LINE_MASK = LINE_BYTES - 1;

  private final MemorySegment lines;
  private final TransferListener listener;
  private final KernelBatch reads = new KernelBatch(false);
  private final KernelBatch writes = new KernelBatch(true);

  /** For questions beside the batches. */
  private final ScatteredCopy probe = new ScatteredCopy(1);

  /**
   * @param lines a line for each tag, and one more for questions
   * @param listener is asked of what fails
   */
  LineTransfers(MemorySegment lines, TransferListener listener) {
    this.lines = lines;
    this.listener = listener;
  }

  /** Reads the whole line that an address is in. */
  void read(int tag, AttachedContext context, long address) {
    long line = address & ~LINE_MASK;
    Region region = context.known().find(line, LINE_BYTES);
    if (region == null || !copyIn(tag, region, line)) {
      reads.add(tag, context, line, place(tag), LINE_BYTES);
    }
  }

  private static long place(int tag) {
    return (long) tag * LINE_BYTES;
  }

  private boolean copyIn(int tag, Region region, long line) {
    try {
      MemorySegment.copy(region.bytes(), line - region.address(), lines, place(tag), LINE_BYTES);
      return true;
    } catch (IllegalStateException e) {
      // It was freed here, and may be there all the same.
      return false;
    }
  }

  /** Writes bytes from their place in the line. */
  void write(int tag, AttachedContext context, long address, int bytes) {
    long offset = place(tag) + (address & LINE_MASK);
    Region region = context.known().find(address, bytes);
    if (region == null || !copyOut(region, address, offset, bytes)) {
      writes.add(tag, context, address, offset, bytes);
    }
  }

  private boolean copyOut(Region region, long address, long offset, int bytes) {
    if (region.bytes().isReadOnly()) {
      return false;
    }
    try {
      MemorySegment.copy(lines, offset, region.bytes(), address - region.address(), bytes);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Makes all transfers that wait. */
  void finish() {
    reads.finish();
    writes.finish();
  }

  @Override
  public void close() {
    reads.close();
    writes.close();
    probe.close();
  }

  /** Transfers with memory of one process, that the kernel makes together. */
  private final class KernelBatch implements AutoCloseable {
    private final ScatteredCopy copy = new ScatteredCopy(SoftPsl.CREDITS);
    private final int[] tags = new int[SoftPsl.CREDITS];
    private final long[] addresses = new long[SoftPsl.CREDITS];
    private final boolean stores;
    private long process;

    KernelBatch(boolean stores) {
      this.stores = stores;
    }

    void add(int tag, AttachedContext context, long address, long offset, long bytes) {
      if (copy.count() > 0 && process != context.pid()) {
        finish();
      }
      process = context.pid();
      tags[copy.count()] = tag;
      addresses[copy.count()] = address;
      copy.add(lines.address() + offset, address, bytes);
    }

    void finish() {
      int count = copy.count();
      int from = 0;
      while (from < count) {
        from += stores ? copy.write(process, from) : copy.read(process, from);
        if (from < count) {
          listener.faulted(tags[from], stores, stores && canBeRead(addresses[from]));
          from++;
          while (from < count && listener.isFlushed(tags[from])) {
            from++;
          }
        }
      }
      copy.clear();
    }

    /** Whether memory is there that cannot be written. */
    private boolean canBeRead(long address) {
      probe.clear();
      probe.add(lines.address() + lines.byteSize() - LINE_BYTES, address, 1);
      return probe.read(process, 0) == 1;
    }

    @Override
    public void close() {
      copy.close();
    }
  }
}
