package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.CopiedMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A burst in flight, with the address of its current beat. Objects are reused, so nothing is
 * allocated.
 */
final class Burst {
  static final int FIXED = 0;
  static final int INCR = 1;
  static final int WRAP = 2;

  private static final long BOUNDARY = 4096;

  long id;

  /** AxUSER on the host channel of OPAE, else 0. */
  long user;

  long startAddress;
  int beats;

  /** The logarithm of the bytes of a beat, as in AxSIZE. */
  int size;

  int type;

  /** The number of completed beats, which is the index of the current one. */
  int beatIndex;

  long address;

  /** The cycle of its address handshake. */
  long startCycle;

  /** The first cycle in which it may be served or answered. */
  long readyCycle;

  /** The worst response so far. */
  int response;

  /** True if all beats use all lanes of the bus. */
  boolean fullWidth;

  /** The memory region of the last lookup. */
  MemorySegment memory = MemorySegment.NULL;

  long base;
  long length;
  boolean writable;

  /**
   * The memory that has to be copied to and from, in place of the region's; null if the region has
   * its own.
   */
  @Nullable CopiedMemory copied;

  /** A buffer for bytes read from {@link #copied}; null before the first such read. */
  private @Nullable MemorySegment page;

  /** Sets the current beat to the first one. */
  void begin(int busBytes) {
    fullWidth = 1 << size == busBytes && (startAddress & (busBytes - 1)) == 0;
    beatIndex = 0;
    address = startAddress;
    response = 0;
    memory = MemorySegment.NULL;
    length = 0;
  }

  /** Advances to the next beat: only the first may be unaligned (rule 8). */
  void advance() {
    beatIndex++;
    if (type == FIXED) {
      return;
    }
    long bytes = 1L << size;
    address = (address & -bytes) + bytes;
    if (type == WRAP) {
      long container = bytes * beats;
      long lower = startAddress & -container;
      if (address == lower + container) {
        address = lower;
      }
    }
  }

  /** Advances by some beats of a burst that {@link #isContiguous}. */
  void skip(int count, int busBytes) {
    beatIndex += count;
    address += (long) count * busBytes;
  }

  /** Tells whether a write is a fence or an interrupt: it has no data. */
  boolean isCommand() {
    return (user & (UserSignals.FENCE | UserSignals.INTERRUPT)) != 0;
  }

  boolean isLastBeat() {
    return beatIndex == beats - 1;
  }

  /** The byte after the last one of the current beat. */
  long end() {
    long bytes = 1L << size;
    return (address & -bytes) + bytes;
  }

  /** A violated rule and a description of the violation. */
  record Violation(AxiRule rule, String problem) {}

  /** The violated rule of AXI, or null. Checks rules 5 to 7 and 9. */
  @Nullable Violation violation(int busBytes) {
    long bytes = 1L << size;
    if (bytes > busBytes) {
      return new Violation(
          AxiRule.BURST_SIZE, "beats of " + bytes + " bytes on a bus of " + busBytes + " bytes");
    }
    switch (type) {
      case INCR -> {
        long last = (startAddress & -bytes) + beats * bytes - 1;
        if ((startAddress & -BOUNDARY) != (last & -BOUNDARY)) {
          return new Violation(AxiRule.BOUNDARY_4K, "INCR burst crosses a 4 KiB boundary");
        }
      }
      case FIXED -> {
        if (beats > 16) {
          return new Violation(AxiRule.BURST_LENGTH, "FIXED burst is longer than 16 beats");
        }
      }
      case WRAP -> {
        if (beats != 2 && beats != 4 && beats != 8 && beats != 16) {
          return new Violation(AxiRule.BURST_LENGTH, "WRAP burst is not 2, 4, 8 or 16 beats long");
        }
        if ((startAddress & (bytes - 1)) != 0) {
          return new Violation(
              AxiRule.WRAP_START, "WRAP burst starts off a multiple of its beat size");
        }
      }
      default -> {
        return new Violation(AxiRule.BURST_TYPE, "reserved burst type " + type);
      }
    }
    return null;
  }

  /**
   * The remedy for a burst that crosses a 4 KiB boundary. A kernel that always uses bursts of the
   * same length works only with buffers that begin at a multiple of it.
   */
  String boundaryRemedy(String where) {
    long bytes = (long) beats << size;
    long whole = Math.min(BOUNDARY, Long.highestOneBit(bytes * 2 - 1));
    long past = startAddress & (whole - 1);
    return past == 0
        ? AxiRule.BOUNDARY_4K.remedy()
        : "It starts %d bytes past a multiple of %d, %s: give the kernel a buffer or sub-buffer aligned to %d bytes, or end bursts at multiples of 4096 bytes in the kernel"
            .formatted(past, whole, where, whole);
  }

  /** Changes it to a burst that can be served safely, after a violation. */
  void makeServable(int busBytes) {
    size = Math.min(size, Integer.numberOfTrailingZeros(busBytes));
    type = FIXED;
  }

  /** Looks up the region of an address; false if there is none. */
  boolean lookUp(BusMemory bus, String port, long at) {
    BusMemory.Region region = bus.find(port, at);
    if (region == null || !region.contains(at)) {
      length = 0;
      return false;
    }
    memory = region.memory();
    base = region.base();
    length = memory.byteSize();
    writable = region.writable();
    copied = region.copied();
    return true;
  }

  /**
   * Looks up the region of an address for a read; false if there is none. Of memory that is copied,
   * the rest of the page is read, which no burst goes beyond.
   */
  boolean lookUpForRead(BusMemory bus, String port, long at) {
    if (!lookUp(bus, port, at)) {
      return false;
    }
    CopiedMemory source = copied;
    if (source == null) {
      return true;
    }
    long offset = at - base;
    long bytes = Math.min(BOUNDARY - (at & (BOUNDARY - 1)), length - offset);
    if (page == null) {
      page = Arena.ofAuto().allocate(BOUNDARY, Long.BYTES);
    }
    MemorySegment part = page.asSlice(0, bytes);
    if (!source.read(offset, part)) {
      forgetRegion();
      return false;
    }
    memory = part;
    base = at;
    length = bytes;
    return true;
  }

  /** Forgets the region, whose memory was freed: the next access looks it up again. */
  void forgetRegion() {
    memory = MemorySegment.NULL;
    length = 0;
  }

  /**
   * Tells whether the bytes can be read from the current region or from the one that a lookup
   * finds.
   */
  boolean findForRead(BusMemory bus, String port, long at, long bytes) {
    return covers(at, bytes) || (lookUpForRead(bus, port, at) && covers(at, bytes));
  }

  /** Tells whether the bytes are in the current region or in the one that a lookup finds. */
  boolean findRegion(BusMemory bus, String port, long at, long bytes) {
    return covers(at, bytes) || (lookUp(bus, port, at) && covers(at, bytes));
  }

  /** Tells whether all beats are adjacent, full-width words in the current region. */
  boolean isContiguous(int busBytes) {
    return fullWidth && type == INCR && covers(startAddress, (long) beats * busBytes);
  }

  boolean covers(long at, long bytes) {
    long offset = at - base;
    return offset >= 0 && offset <= length - bytes;
  }

  @Override
  public String toString() {
    return "addr 0x%x, %d beats x %d bytes".formatted(startAddress, beats, 1L << size);
  }
}
