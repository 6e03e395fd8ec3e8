package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.harness.BusMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Copies between memory and lines of 128 bytes, of which the first byte is in the highest bits of
 * the first half.
 */
final class CacheLines {
  static final int BYTES = 128;
  static final int WORDS = BYTES / Long.BYTES;
  static final int HALF_WORDS = WORDS / 2;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private CacheLines() {}

  /** The region with all bytes of an access, or null. */
  static BusMemory.@Nullable Region find(BusMemory memory, String port, long address, int bytes) {
    BusMemory.Region region = memory.find(port, address);
    return region != null && region.contains(address + bytes - 1) ? region : null;
  }

  /** Reads a whole line, in which bytes outside the region are 0. */
  static void read(BusMemory.Region region, long line, long[] into, int at) {
    MemorySegment memory = region.memory();
    long offset = line - region.base();
    if (offset >= 0 && offset + BYTES <= memory.byteSize()) {
      for (int word = 0; word < WORDS; word++) {
        into[at + word] = memory.get(LONG, offset + (long) word * Long.BYTES);
      }
      return;
    }
    for (int word = 0; word < WORDS; word++) {
      long bits = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        long address = line + (long) word * Long.BYTES + i;
        bits <<= Byte.SIZE;
        if (region.contains(address)) {
          bits |= memory.get(ValueLayout.JAVA_BYTE, address - region.base()) & 0xffL;
        }
      }
      into[at + word] = bits;
    }
  }

  /** Writes the bytes of an access from their places in a line. */
  static void write(BusMemory.Region region, long address, int bytes, long[] from, int at) {
    MemorySegment memory = region.memory();
    long offset = address - region.base();
    if (bytes == BYTES) {
      for (int word = 0; word < WORDS; word++) {
        memory.set(LONG, offset + (long) word * Long.BYTES, from[at + word]);
      }
      return;
    }
    for (int i = 0; i < bytes; i++) {
      int place = (int) (address & (BYTES - 1)) + i;
      int shift = (Long.BYTES - 1 - place % Long.BYTES) * Byte.SIZE;
      memory.set(
          ValueLayout.JAVA_BYTE, offset + i, (byte) (from[at + place / Long.BYTES] >>> shift));
    }
  }
}
