package dev.backplane.pi.table.device;

import dev.backplane.ffi.Slab;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/**
 * The parts of a device: one for each of its memories, as the device selector of DPC++ divides it
 * (by affinity domain, whichever is next).
 */
public final class SubDevices {
  private static final long BY_AFFINITY_DOMAIN = 0x1088;
  private static final long NEXT_PARTITIONABLE = 32;

  private SubDevices() {}

  /**
   * Divides a device.
   *
   * @param pi its table
   * @param device the device
   * @return the handles of its parts, in order, each to be released by the caller; empty for a
   *     device that cannot be divided like this
   */
  public static List<Long> of(Pi pi, long device) {
    try (Slab.Frame frame = Slab.frame();
        Arena arena = Arena.ofConfined()) {
      MemorySegment properties = frame.allocate(3 * Long.BYTES, Long.BYTES);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 0, BY_AFFINITY_DOMAIN);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 1, NEXT_PARTITIONABLE);
      properties.setAtIndex(ValueLayout.JAVA_LONG, 2, 0);
      MemorySegment count = frame.allocate(Integer.BYTES, Integer.BYTES);
      count.set(ValueLayout.JAVA_INT, 0, 0);
      if (pi.devicePartition(device, properties.address(), 0, 0, count.address())
          != PiResult.SUCCESS) {
        return List.of();
      }
      int parts = count.get(ValueLayout.JAVA_INT, 0);
      if (parts <= 0) {
        return List.of();
      }
      MemorySegment handles = arena.allocate(ValueLayout.JAVA_LONG, parts);
      return pi.devicePartition(device, properties.address(), parts, handles.address(), 0)
              == PiResult.SUCCESS
          ? Arrays.stream(handles.toArray(ValueLayout.JAVA_LONG)).boxed().toList()
          : List.of();
    }
  }
}
