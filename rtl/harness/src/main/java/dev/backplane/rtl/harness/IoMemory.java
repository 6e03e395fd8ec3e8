package dev.backplane.rtl.harness;

import java.lang.foreign.Arena;
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
  public void map(long ioAddress, MemorySegment memory, boolean writable) {
    map(new Region(ioAddress, memory, writable));
  }

  /** Maps memory that is copied; otherwise as {@link #map(long, MemorySegment, boolean)}. */
  public void map(long ioAddress, CopiedMemory memory, boolean writable) {
    map(new Region(ioAddress, untouchable(memory.byteSize()), writable, memory));
  }

  /** Memory of a size that nobody can access: who tries is told that it was freed. */
  @SuppressWarnings("restricted") // Nothing can be accessed.
  private static MemorySegment untouchable(long bytes) {
    try (Arena arena = Arena.ofShared()) {
      return MemorySegment.NULL.reinterpret(bytes, arena, null);
    }
  }

  private synchronized void map(Region region) {
    long ioAddress = region.base();
    long size = region.memory().byteSize();
    long last = ioAddress + size - 1;
    if (size == 0 || Long.compareUnsigned(last, ioAddress) < 0) {
      throw new IllegalArgumentException(
          "%d bytes cannot be mapped at IO address 0x%x".formatted(size, ioAddress));
    }
    Map.Entry<Long, Region> before = regions.floorEntry(last);
    if (before != null && Long.compareUnsigned(last(before.getValue()), ioAddress) >= 0) {
      throw new IllegalArgumentException(
          "IO addresses 0x%x to 0x%x overlap those from 0x%x, which are mapped; unmap them first"
              .formatted(ioAddress, last, before.getKey()));
    }
    regions.put(ioAddress, region);
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
    Region region = whole(ioAddress, bytes);
    return region == null
        ? Optional.empty()
        : Optional.of(region.memory().asSlice(ioAddress - region.base(), bytes));
  }

  private @Nullable Region whole(long ioAddress, long bytes) {
    Region region = find("", ioAddress);
    return region == null || region.memory().byteSize() - (ioAddress - region.base()) < bytes
        ? null
        : region;
  }

  /**
   * Reads memory.
   *
   * @param ioAddress an IO address
   * @param into is filled
   * @return whether that is in one mapping, and there
   */
  public boolean read(long ioAddress, MemorySegment into) {
    Region region = whole(ioAddress, into.byteSize());
    if (region == null) {
      return false;
    }
    long offset = ioAddress - region.base();
    if (region.copied() != null) {
      return region.copied().read(offset, into);
    }
    MemorySegment.copy(region.memory(), offset, into, 0, into.byteSize());
    return true;
  }

  /**
   * Writes memory.
   *
   * @param ioAddress an IO address
   * @param from is written
   * @return whether that is in one mapping, and there, and may be written
   */
  public boolean write(long ioAddress, MemorySegment from) {
    Region region = whole(ioAddress, from.byteSize());
    if (region == null || !region.writable()) {
      return false;
    }
    long offset = ioAddress - region.base();
    if (region.copied() != null) {
      return region.copied().write(offset, from);
    }
    MemorySegment.copy(from, 0, region.memory(), offset, from.byteSize());
    return true;
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
      return "%d bytes into the %smemory%s that is mapped at 0x%x"
          .formatted(
              address - before.getKey(),
              before.getValue().writable() ? "" : "read-only ",
              before.getValue().copied() == null ? "" : " of the program's own",
              before.getKey());
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
