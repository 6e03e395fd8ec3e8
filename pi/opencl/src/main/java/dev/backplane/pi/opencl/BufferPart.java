package dev.backplane.pi.opencl;

import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.Pi;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A part of a buffer, as the buffer that it is of and where it begins in it.
 *
 * @param whole the buffer, which may be the part itself
 * @param offset where the part begins
 */
record BufferPart(long whole, long offset) {
  private static final int MEM_TYPE = 0x1100;
  private static final int TYPE_BUFFER = 0x10F0;
  private static final int MEM_ASSOCIATED = 0x1107;
  private static final int MEM_OFFSET = 0x1108;

  /**
   * {@return the buffer and the offset in it for a memory object; the object itself if it is no
   * part, or if the implementation does not tell}
   */
  static BufferPart of(Pi pi, long mem) {
    try (Slab.Frame frame = Slab.frame()) {
      long value = frame.allocate(Long.BYTES, Long.BYTES).address();
      RawMemory.putLong(value, 0);
      boolean buffer =
          pi.memGetInfo(mem, MEM_TYPE, Integer.BYTES, value, 0) == 0
              && RawMemory.getInt(value) == TYPE_BUFFER;
      if (buffer && pi.memGetInfo(mem, MEM_ASSOCIATED, Long.BYTES, value, 0) == 0) {
        long whole = RawMemory.getLong(value);
        if (whole != 0 && pi.memGetInfo(mem, MEM_OFFSET, Long.BYTES, value, 0) == 0) {
          return new BufferPart(whole, RawMemory.getLong(value));
        }
      }
      return new BufferPart(mem, 0);
    }
  }

  /**
   * Converts the origin of a box in the part to its origin in the whole buffer.
   *
   * @param origin the address of the origin in the part: three numbers
   * @param region the address of the box's size: three numbers
   * @param row bytes from one row to the next; 0 for rows without gaps
   * @param slice bytes from one layer to the next; 0 for layers without gaps
   * @return the address of the origin in the whole buffer: three numbers
   */
  long origin(Slab.Frame frame, long origin, long region, long row, long slice) {
    if (offset == 0 || origin == 0 || region == 0) {
      return origin;
    }
    long apart = row == 0 ? RawMemory.getLong(region) : row;
    long layers = slice == 0 ? apart * RawMemory.getLong(region + Long.BYTES) : slice;
    if (apart <= 0 || layers <= 0) {
      // There is no such box: let it be refused.
      return origin;
    }
    long at =
        offset
            + RawMemory.getLong(origin + 2L * Long.BYTES) * layers
            + RawMemory.getLong(origin + Long.BYTES) * apart
            + RawMemory.getLong(origin);
    MemorySegment moved = frame.allocate(3L * Long.BYTES, Long.BYTES);
    moved.setAtIndex(ValueLayout.JAVA_LONG, 0, at % layers % apart);
    moved.setAtIndex(ValueLayout.JAVA_LONG, 1, at % layers / apart);
    moved.setAtIndex(ValueLayout.JAVA_LONG, 2, at / layers);
    return moved.address();
  }
}
