package dev.backplane.doors.xrt;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/** Device memory through the facet of a device. */
final class FacetStore implements DeviceStore {
  private final DeviceMemory memory;

  private FacetStore(DeviceMemory memory) {
    this.memory = memory;
  }

  static FacetStore of(Device device) {
    return new FacetStore(device.facet(DeviceMemory.class));
  }

  @Override
  public void claim(long address, long bytes) {
    memory.claim(address, bytes);
  }

  @Override
  public void release(long address) {
    memory.release(address);
  }

  @Override
  public void write(long address, ByteBuffer source) {
    memory.write(address, MemorySegment.ofBuffer(source));
  }

  @Override
  public void read(long address, ByteBuffer target) {
    memory.read(address, MemorySegment.ofBuffer(target));
  }

  @Override
  public Optional<Path> file(long address) {
    return Optional.empty();
  }
}
