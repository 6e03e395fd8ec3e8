package dev.backplane.pi.table;

import dev.backplane.api.binary.BinarySelection;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code piextDeviceSelectBinary} as a plugin that follows OpenCL's rule has it: descriptors in, an
 * index out.
 */
public final class NativeSelection {
  private static final int DEVICE_TYPE = 0x1000;
  private static final long TARGET = 8;
  private static final int LONGEST_TARGET = 4096;

  private NativeSelection() {}

  /**
   * Selects.
   *
   * @param pi asked for the type of the device
   * @param device the device
   * @param binaries {@code pi_device_binary *}, an array of pointers to descriptors
   * @param numBinaries how many
   * @param selected {@code pi_uint32 *}, takes the index; 0xFFFFFFFF if none fits
   * @return the {@code pi_result}
   */
  public static int select(Pi pi, long device, long binaries, int numBinaries, long selected) {
    if (selected == 0 || (binaries == 0 && numBinaries > 0)) {
      return PiResult.INVALID_VALUE;
    }
    RawMemory.putInt(selected, -1);
    long type;
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment value = frame.allocate(ValueLayout.JAVA_LONG);
      int result = pi.deviceGetInfo(device, DEVICE_TYPE, Long.BYTES, value.address(), 0);
      if (result != PiResult.SUCCESS) {
        return result;
      }
      type = value.get(ValueLayout.JAVA_LONG, 0);
    }
    List<String> targets = new ArrayList<>();
    for (int i = 0; i < numBinaries; i++) {
      long descriptor = RawMemory.getLong(binaries + (long) Long.BYTES * i);
      long target = descriptor == 0 ? 0 : RawMemory.getLong(descriptor + TARGET);
      targets.add(CText.read(MemorySegment.ofAddress(target), LONGEST_TARGET));
    }
    int index = BinarySelection.index(targets, type).orElse(-1);
    RawMemory.putInt(selected, index);
    return index < 0 ? PiResult.INVALID_BINARY : PiResult.SUCCESS;
  }
}
