package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.BusMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Copies between memory and lines of 128 bytes. */
final class CacheLines {
  static final int BYTES = 128;
  static final int WORDS = BYTES / Long.BYTES;

  private CacheLines() {}

  /** The region with all bytes of an access, or null. */
  static BusMemory.@Nullable Region find(BusMemory memory, String port, long address, int bytes) {
    BusMemory.Region region = memory.find(port, address);
    return region != null && region.contains(address + bytes - 1) ? region : null;
  }

  /** Reads a whole line, in which bytes outside the region are 0. */
  static void read(BusMemory.Region region, long line, MemorySegment into) {
    long offset = line - region.base();
    if (offset >= 0 && offset + BYTES <= region.memory().byteSize()) {
      MemorySegment.copy(region.memory(), offset, into, 0, BYTES);
      return;
    }
    for (int i = 0; i < BYTES; i++) {
      into.set(
          ValueLayout.JAVA_BYTE,
          i,
          region.contains(line + i) ? region.memory().get(ValueLayout.JAVA_BYTE, offset + i) : 0);
    }
  }

  /** Writes the bytes of an access from their places in a line. */
  static void write(BusMemory.Region region, long address, int bytes, MemorySegment from) {
    MemorySegment.copy(
        from, address & (BYTES - 1), region.memory(), address - region.base(), bytes);
  }
}
