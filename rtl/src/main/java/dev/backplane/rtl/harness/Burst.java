package dev.backplane.rtl.harness;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A burst on its way, with the address of its current beat. Reused, so nothing is allocated. */
final class Burst {
  static final int FIXED = 0;
  static final int INCR = 1;
  static final int WRAP = 2;

  long id;
  long start;
  int beats;

  /** Logarithm of the bytes of a beat. */
  int size;

  int kind;

  /** How many beats are done. */
  int beat;

  long address;

  /** The first cycle in which it may be answered. */
  long readyAt;

  /** The worst response so far. */
  int response;

  /** The memory at the current address, from the last lookup. */
  MemorySegment memory = MemorySegment.NULL;

  long base;
  long length;
  boolean writable;

  /** Starts at the first beat. */
  void begin() {
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

  boolean isLastBeat() {
    return beat == beats - 1;
  }

  /** The byte after the last one of the current beat. */
  long end() {
    long bytes = 1L << size;
    return (address & -bytes) + bytes;
  }

  /** The broken rule of AXI, in words, or null. Rules 5 to 7 and 9. */
  @Nullable String violation(int busBytes) {
    long bytes = 1L << size;
    if (bytes > busBytes) {
      return "beats of " + bytes + " bytes on a bus of " + busBytes + " bytes";
    }
    switch (kind) {
      case INCR -> {
        long last = (start & -bytes) + beats * bytes - 1;
        if ((start & ~0xfffL) != (last & ~0xfffL)) {
          return "INCR burst crosses a 4 KiB boundary";
        }
      }
      case FIXED -> {
        if (beats > 16) {
          return "FIXED burst is longer than 16 beats";
        }
      }
      case WRAP -> {
        if (beats != 2 && beats != 4 && beats != 8 && beats != 16) {
          return "WRAP burst is not 2, 4, 8 or 16 beats long";
        }
        if ((start & (bytes - 1)) != 0) {
          return "WRAP burst starts off a multiple of its beat size";
        }
      }
      default -> {
        return "reserved burst type " + kind;
      }
    }
    return null;
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

  /** Whether the bytes are in the region at hand, or in one that has to be looked up. */
  boolean reaches(BusMemory bus, String port, long at, long bytes) {
    return covers(at, bytes) || (lookUp(bus, port, at) && covers(at, bytes));
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
