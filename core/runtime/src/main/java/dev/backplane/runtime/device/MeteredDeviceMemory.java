package dev.backplane.runtime.device;

import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.runtime.meter.DeviceMeters;
import java.lang.foreign.MemorySegment;

/** Memory of a device by address, of which the bytes that are moved are counted. */
final class MeteredDeviceMemory extends CheckedDeviceMemory {
  private final DeviceMeters meters;

  MeteredDeviceMemory(Handle<DeviceMemory> handle, DeviceMeters meters) {
    super(handle);
    this.meters = meters;
  }

  @Override
  public void write(long address, MemorySegment from) {
    super.write(address, from);
    meters.toDevice().add(from.byteSize());
  }

  @Override
  public void read(long address, MemorySegment to) {
    super.read(address, to);
    meters.fromDevice().add(to.byteSize());
  }
}
