package dev.backplane.xrt.card.unit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.DeviceMemory.HostWindow;
import dev.backplane.rtl.harness.BusMemory.Region;
import dev.backplane.xrt.card.memory.Regions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Copies of a host's memory that one compute unit works on: fetched when it first looks there in an
 * execution, written back where it changed them. Used by the unit's thread.
 */
final class HostCopies implements AutoCloseable {
  /**
   * Changes that are no farther apart than this go back as one, with what lies between them. It is
   * the length of a short burst; what others write in between at the same time is lost.
   */
  private static final int NEAR = 64;

  private record Copy(Region region, MemorySegment before) {}

  /**
   * The memory of the copies. It is not left to the collector, as they may be most of the memory
   * there is.
   */
  private final Arena arena = Arena.ofShared();

  private final TreeMap<Long, Copy> copies = new TreeMap<>(Long::compareUnsigned);

  /**
   * Finds the copy around an address, or makes it.
   *
   * @param most where the bank ends that the address lies in
   * @return null if the host has no buffer there
   */
  @Nullable Region find(HostWindow window, long address, long most) {
    Map.Entry<Long, Copy> below = copies.floorEntry(address);
    if (below != null && below.getValue().region().contains(address)) {
      return below.getValue().region();
    }
    long start = address & -Regions.PAGE;
    Long above = copies.higherKey(address);
    MemorySegment fetched =
        window.fetch(start, (above == null ? most : above) - start, most - start, arena);
    if (fetched.byteSize() <= address - start) {
      return null;
    }
    MemorySegment before = copyOf(fetched, address);
    Region region = new Region(start, fetched, true);
    copies.put(start, new Copy(region, before));
    return region;
  }

  private MemorySegment copyOf(MemorySegment fetched, long address) {
    try {
      return arena.allocate(fetched.byteSize()).copyFrom(fetched);
    } catch (OutOfMemoryError e) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_HOST_MEMORY,
              "there is no memory for a second copy of the host's %d bytes at 0x%x"
                  .formatted(fetched.byteSize(), address))
          .remedy("Make the buffer smaller, or put it into memory of the device")
          .causedBy(e)
          .build();
    }
  }

  /** Writes back what was changed. */
  void writeBack(HostWindow window) {
    for (Copy copy : copies.values()) {
      MemorySegment now = copy.region().memory();
      for (long at = 0; at < now.byteSize(); ) {
        long next = now.asSlice(at).mismatch(copy.before().asSlice(at));
        if (next < 0) {
          break;
        }
        long start = at + next;
        at = lastNear(now, copy.before(), start) + 1;
        MemorySegment changed = now.asSlice(start, at - start);
        window.store(copy.region().base() + start, changed);
        copy.before().asSlice(start, at - start).copyFrom(changed);
      }
    }
  }

  /** {@return the index of the last changed byte of a series that begins at a byte} */
  private static long lastNear(MemorySegment now, MemorySegment before, long start) {
    long last = start;
    for (long i = start; i < now.byteSize() && i - last <= NEAR; i++) {
      if (now.get(ValueLayout.JAVA_BYTE, i) != before.get(ValueLayout.JAVA_BYTE, i)) {
        last = i;
      }
    }
    return last;
  }

  /** Gives the memory back; who still has a region of it finds that it is freed. */
  @Override
  public void close() {
    arena.close();
  }
}
