package dev.backplane.capi.card.psl;

import static dev.backplane.capi.card.PslPort.LINE_BYTES;

import dev.backplane.capi.card.memory.KnownMemory.Region;
import dev.backplane.ffi.AddressSpace;
import dev.backplane.ffi.ScatteredCopy;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Moves data between the lines of tags and the memory of contexts. Memory that is known is copied
 * by a copy that checks its bounds and its lifetime, all other by the kernel. Either takes lines
 * that follow one another, by address and by tag, as one.
 */
final class LineTransfers implements AutoCloseable {
  private static final long LINE_MASK = LINE_BYTES - 1;

  private final MemorySegment lines;
  private final TransferListener listener;
  private final KernelBatch reads = new KernelBatch(false);
  private final KernelBatch writes = new KernelBatch(true);
  private final KnownRun knownReads = new KnownRun(false);
  private final KnownRun knownWrites = new KnownRun(true);

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

  /** Reads whole lines, from that on which an address is in, for tags that follow one another. */
  void read(int tag, AttachedContext context, long address, int bytes) {
    long line = address & ~LINE_MASK;
    Region region = context.known().find(line, bytes);
    if (region != null) {
      knownReads.add(context, region, line, place(tag), bytes);
    } else if (bytes == LINE_BYTES) {
      reads.add(context, line, place(tag), bytes);
    } else {
      // Some of them may be known, and a fault is that of a line.
      for (int done = 0; done < bytes; done += LINE_BYTES) {
        read(tag + done / LINE_BYTES, context, line + done, LINE_BYTES);
      }
    }
  }

  private static long place(int tag) {
    return (long) tag * LINE_BYTES;
  }

  /** Writes bytes from their place in the line, or whole lines for tags that follow one another. */
  void write(int tag, AttachedContext context, long address, int bytes) {
    long offset = place(tag) + (address & LINE_MASK);
    Region region = context.known().find(address, bytes);
    if (region != null && !region.bytes().isReadOnly()) {
      knownWrites.add(context, region, address, offset, bytes);
    } else if (bytes <= LINE_BYTES) {
      writes.add(context, address, offset, bytes);
    } else {
      for (int done = 0; done < bytes; done += LINE_BYTES) {
        write(tag + done / LINE_BYTES, context, address + done, LINE_BYTES);
      }
    }
  }

  /** Makes all transfers that wait. */
  void finish() {
    knownReads.finish();
    reads.finish();
    knownWrites.finish();
    writes.finish();
  }

  private boolean canBeRead(AddressSpace memory, long address) {
    probe.clear();
    probe.add(lines.address() + lines.byteSize() - LINE_BYTES, address, 1);
    return probe.read(memory, 0) == 1;
  }

  @Override
  public void close() {
    reads.close();
    writes.close();
    probe.close();
  }

  /** Transfers with known memory that are one piece of it. */
  private final class KnownRun {
    private final boolean stores;
    private @Nullable AttachedContext context;
    private @Nullable Region region;
    private long address;
    private long offset;
    private long bytes;

    KnownRun(boolean stores) {
      this.stores = stores;
    }

    /** Objects that are equal and not the same only begin another run. */
    @SuppressWarnings("ReferenceEquality")
    void add(AttachedContext owner, Region of, long at, long place, int more) {
      if (region != of || context != owner || address + bytes != at || offset + bytes != place) {
        finish();
        context = owner;
        region = of;
        address = at;
        offset = place;
        bytes = 0;
      }
      bytes += more;
    }

    void finish() {
      Region from = region;
      AttachedContext owner = context;
      region = null;
      context = null;
      if (from == null || owner == null) {
        return;
      }
      long inside = address - from.address();
      try {
        if (stores) {
          MemorySegment.copy(lines, offset, from.bytes(), inside, bytes);
        } else {
          MemorySegment.copy(from.bytes(), inside, lines, offset, bytes);
        }
      } catch (IllegalStateException e) {
        // It was freed here, and may be there all the same. If that happened in the middle of a
        // copy, the JVM has interrupted this thread, which nobody wanted.
        Thread.interrupted();
        leaveToKernel(owner);
      }
    }

    private void leaveToKernel(AttachedContext owner) {
      KernelBatch batch = stores ? writes : reads;
      long done = 0;
      while (done < bytes) {
        long place = offset + done;
        long piece = Math.min(bytes - done, LINE_BYTES - (place & LINE_MASK));
        batch.add(owner, address + done, place, piece);
        done += piece;
      }
    }
  }

  /** Transfers with one address space, that the kernel makes together. */
  private final class KernelBatch implements AutoCloseable {
    private final ScatteredCopy copy = new ScatteredCopy(SoftPsl.CREDITS);
    private final int[] tags = new int[SoftPsl.CREDITS];
    private final long[] addresses = new long[SoftPsl.CREDITS];
    private final boolean stores;
    private AddressSpace memory = AddressSpace.OWN;

    KernelBatch(boolean stores) {
      this.stores = stores;
    }

    void add(AttachedContext context, long address, long offset, long bytes) {
      if (copy.count() > 0 && !memory.equals(context.memory())) {
        finish();
      }
      memory = context.memory();
      tags[copy.count()] = (int) (offset / LINE_BYTES);
      addresses[copy.count()] = address;
      copy.add(lines.address() + offset, address, bytes);
    }

    void finish() {
      int count = copy.count();
      int from = 0;
      while (from < count) {
        from += stores ? copy.write(memory, from) : copy.read(memory, from);
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

    /** Tells whether memory is there that cannot be written. */
    private boolean canBeRead(long address) {
      return LineTransfers.this.canBeRead(memory, address);
    }

    @Override
    public void close() {
      copy.close();
    }
  }
}
