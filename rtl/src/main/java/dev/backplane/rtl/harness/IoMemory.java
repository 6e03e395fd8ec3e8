package dev.backplane.rtl.harness;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a host by IO address, as an IOMMU has it: what a driver has mapped for a device. An
 * access to another address is a fault. Any thread may map and unmap at any time. A burst that has
 * begun may still reach memory that is unmapped meanwhile; memory that is freed, it does not reach.
 */
public final class IoMemory implements BusMemory {
  private final ConcurrentNavigableMap<Long, Region> regions =
      new ConcurrentSkipListMap<>(Long::compareUnsigned);

  /** Creates a mapping without memory. */
  public IoMemory() {}

  /**
   * Maps memory.
   *
   * @param ioAddress its first IO address
   * @param memory its bytes, at least one
   * @param writable whether the device may write it
   * @throws IllegalArgumentException if there is none, or if it overlaps what is mapped, or the end
   *     of the addresses
   */
  public synchronized void map(long ioAddress, MemorySegment memory, boolean writable) {
    long last = ioAddress + memory.byteSize() - 1;
    if (memory.byteSize() == 0 || Long.compareUnsigned(last, ioAddress) < 0) {
      throw new IllegalArgumentException(
          "%d bytes cannot be mapped at IO address 0x%x".formatted(memory.byteSize(), ioAddress));
    }
    Map.Entry<Long, Region> before = regions.floorEntry(last);
    if (before != null && Long.compareUnsigned(last(before.getValue()), ioAddress) >= 0) {
      throw new IllegalArgumentException(
          "IO addresses 0x%x to 0x%x overlap those from 0x%x, which are mapped; unmap them first"
              .formatted(ioAddress, last, before.getKey()));
    }
    regions.put(ioAddress, new Region(ioAddress, memory, writable));
  }

  /**
   * Unmaps memory.
   *
   * @param ioAddress its first IO address
   * @throws IllegalArgumentException if nothing was mapped there
   */
  public void unmap(long ioAddress) {
    if (regions.remove(ioAddress) == null) {
      throw new IllegalArgumentException(
          "nothing was mapped from IO address 0x%x on".formatted(ioAddress));
    }
  }

  /**
   * Finds memory.
   *
   * @param ioAddress an IO address
   * @param bytes how many bytes from there on, at least 1
   * @return the bytes; empty if they are not all in one mapping
   */
  public Optional<MemorySegment> at(long ioAddress, long bytes) {
    Region region = find("", ioAddress);
    if (region == null || region.memory().byteSize() - (ioAddress - region.base()) < bytes) {
      return Optional.empty();
    }
    return Optional.of(region.memory().asSlice(ioAddress - region.base(), bytes));
  }

  @Override
  public @Nullable Region find(String master, long address) {
    Map.Entry<Long, Region> before = regions.floorEntry(address);
    return before != null && before.getValue().contains(address) ? before.getValue() : null;
  }

  @Override
  public String describe(String master, long address) {
    Map.Entry<Long, Region> before = regions.floorEntry(address);
    Map.Entry<Long, Region> after = regions.higherEntry(address);
    if (before != null && before.getValue().contains(address)) {
      return "%d bytes into the memory that is mapped at 0x%x"
          .formatted(address - before.getKey(), before.getKey());
    }
    if (before != null) {
      return "%s bytes past the end of what is mapped at 0x%x"
          .formatted(Long.toUnsignedString(address - last(before.getValue()) - 1), before.getKey());
    }
    return after == null
        ? "nothing is mapped"
        : "%s bytes before what is mapped at 0x%x"
            .formatted(Long.toUnsignedString(after.getKey() - address), after.getKey());
  }

  private static long last(Region region) {
    return region.base() + region.memory().byteSize() - 1;
  }
}
