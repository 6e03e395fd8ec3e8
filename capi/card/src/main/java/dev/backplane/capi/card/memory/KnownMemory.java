package dev.backplane.capi.card.memory;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a process that this process knows: it is reached by a copy that is checked against its
 * bounds and its lifetime, without the kernel, and values can be swapped there. All other memory is
 * reached too.
 *
 * <p>Any thread may make memory known; one looks it up.
 */
public final class KnownMemory {
  /**
   * Memory.
   *
   * @param address its first effective address
   * @param bytes it
   */
  public record Region(long address, MemorySegment bytes) {
    boolean has(long from, long length) {
      long offset = from - address;
      return offset >= 0 && offset <= bytes.byteSize() - length;
    }
  }

  private volatile Region[] regions = {};

  /** The region that the last access found, in {@link #lastRegions}. */
  private @Nullable Region last;

  private Region @Nullable [] lastRegions;

  /** Knows nothing yet. */
  public KnownMemory() {}

  /**
   * Adds memory, and forgets what was freed; where some of it is known already, the first to be
   * added stays.
   */
  public synchronized void add(Region region) {
    regions =
        Stream.concat(
                Arrays.stream(regions).filter(each -> each.bytes().scope().isAlive()),
                Stream.of(region))
            .sorted(Comparator.comparingLong(Region::address))
            .toArray(Region[]::new);
  }

  /** {@return how many pieces of memory are known} */
  public int size() {
    return regions.length;
  }

  /** {@return the region that has all of some bytes, or null} */
  public @Nullable Region find(long address, long length) {
    Region[] now = regions;
    Region before = last;
    if (before != null && now == lastRegions && before.has(address, length)) {
      return before;
    }
    int low = 0;
    int high = now.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (now[middle].address() <= address) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    // Regions may lie in each other; the nearest one before is mostly the one.
    for (int i = high; i >= 0; i--) {
      if (now[i].has(address, length)) {
        last = now[i];
        lastRegions = now;
        return now[i];
      }
    }
    return null;
  }
}
