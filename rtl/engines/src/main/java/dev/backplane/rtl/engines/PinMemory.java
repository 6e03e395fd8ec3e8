package dev.backplane.rtl.engines;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Words of pins in memory, the lowest byte first. */
final class PinMemory {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private PinMemory() {}

  static long read(MemorySegment memory, long offset, int bits) {
    if (bits == Long.SIZE) {
      return memory.get(LONG, offset);
    }
    long value = 0;
    for (int bit = 0; bit < bits; bit += Byte.SIZE) {
      value |= (memory.get(ValueLayout.JAVA_BYTE, offset + bit / Byte.SIZE) & 0xffL) << bit;
    }
    return value;
  }

  static void write(MemorySegment memory, long offset, int bits, long value) {
    if (bits == Long.SIZE) {
      memory.set(LONG, offset, value);
      return;
    }
    for (int bit = 0; bit < bits; bit += Byte.SIZE) {
      memory.set(ValueLayout.JAVA_BYTE, offset + bit / Byte.SIZE, (byte) (value >>> bit));
    }
  }
}
