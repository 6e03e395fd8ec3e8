package dev.backplane.rtl.harness;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A burst on its way, with the address of its current beat. Reused, so nothing is allocated. */
final class Burst {
  static final int FIXED = 0;
  static final int INCR = 1;
  static final int WRAP = 2;

  private static final long BOUNDARY = 4096;

  long id;
  long start;
  int beats;

  /** Logarithm of the bytes of a beat. */
  int size;

  int kind;

  /** How many beats are done. */
  int beat;

  long address;

  /** The cycle in which its address was handed over. */
  long begunAt;

  /** The first cycle in which it may be answered. */
  long readyAt;

  /** The worst response so far. */
  int response;

  /** Whether all its beats fill the bus. */
  boolean full;

  /** The memory at the current address, from the last lookup. */
  MemorySegment memory = MemorySegment.NULL;

  long base;
  long length;
  boolean writable;

  /** Starts at the first beat. */
  void begin(int busBytes) {
    full = 1 << size == busBytes && (start & (busBytes - 1)) == 0;
    beat = 0;
    address = start;
    response = 0;
    memory = MemorySegment.NULL;
    length = 0;
  }

  /** Goes on to the next beat: only the first may be unaligned (rule 8). */
  void advance() {
    beat++;
    if (kind == FIXED) {
      return;
    }
    long bytes = 1L << size;
    address = (address & -bytes) + bytes;
    if (kind == WRAP) {
      long container = bytes * beats;
      long lower = start & -container;
      if (address == lower + container) {
        address = lower;
      }
    }
  }

  /** Goes on by some beats of a burst that {@link #isWhole}. */
  void skip(int count, int busBytes) {
    beat += count;
    address += (long) count * busBytes;
  }

  boolean isLastBeat() {
    return beat == beats - 1;
  }

  /** The byte after the last one of the current beat. */
  long end() {
    long bytes = 1L << size;
    return (address & -bytes) + bytes;
  }

  /** A broken rule, and how. */
  record Broken(Rule rule, String what) {}

  /** The broken rule of AXI, or null. Rules 5 to 7 and 9. */
  @Nullable Broken violation(int busBytes) {
    long bytes = 1L << size;
    if (bytes > busBytes) {
      return new Broken(
          Rule.BURST_SIZE, "beats of " + bytes + " bytes on a bus of " + busBytes + " bytes");
    }
    switch (kind) {
      case INCR -> {
        long last = (start & -bytes) + beats * bytes - 1;
        if ((start & -BOUNDARY) != (last & -BOUNDARY)) {
          return new Broken(Rule.BOUNDARY_4K, "INCR burst crosses a 4 KiB boundary");
        }
      }
      case FIXED -> {
        if (beats > 16) {
          return new Broken(Rule.BURST_LENGTH, "FIXED burst is longer than 16 beats");
        }
      }
      case WRAP -> {
        if (beats != 2 && beats != 4 && beats != 8 && beats != 16) {
          return new Broken(Rule.BURST_LENGTH, "WRAP burst is not 2, 4, 8 or 16 beats long");
        }
        if ((start & (bytes - 1)) != 0) {
          return new Broken(Rule.WRAP_START, "WRAP burst starts off a multiple of its beat size");
        }
      }
      default -> {
        return new Broken(Rule.BURST_TYPE, "reserved burst type " + kind);
      }
    }
    return null;
  }

  /**
   * What to do about a burst that crosses a boundary. Kernels that ask for bursts of one length
   * work with buffers that begin at a multiple of it, and only with those.
   */
  String crossing(String where) {
    long bytes = (long) beats << size;
    long whole = Math.min(BOUNDARY, Long.highestOneBit(bytes * 2 - 1));
    long past = start & (whole - 1);
    return past == 0
        ? Rule.BOUNDARY_4K.remedy
        : "It starts %d bytes past a multiple of %d, %s: give the kernel a buffer or sub-buffer aligned to %d bytes, or end bursts at multiples of 4096 bytes in the kernel"
            .formatted(past, whole, where, whole);
  }

  /** Makes it something that can be served without doing harm, after a violation. */
  void tame(int busBytes) {
    size = Math.min(size, Integer.numberOfTrailingZeros(busBytes));
    kind = FIXED;
  }

  /** Looks the current address up; false if nothing is there. */
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
    return true;
  }

  /** The memory at hand is gone: the next access looks the address up anew. */
  void forget() {
    memory = MemorySegment.NULL;
    length = 0;
  }

  /** Whether the bytes are in the region at hand, or in one that has to be looked up. */
  boolean reaches(BusMemory bus, String port, long at, long bytes) {
    return covers(at, bytes) || (lookUp(bus, port, at) && covers(at, bytes));
  }

  /** Whether it goes on in memory from beat to beat, and all of it is in the region at hand. */
  boolean isWhole(int busBytes) {
    return full && kind == INCR && covers(start, (long) beats * busBytes);
  }

  boolean covers(long at, long bytes) {
    long offset = at - base;
    return offset >= 0 && offset <= length - bytes;
  }

  @Override
  public String toString() {
    return "addr 0x%x, %d beats x %d bytes".formatted(start, beats, 1L << size);
  }
}
