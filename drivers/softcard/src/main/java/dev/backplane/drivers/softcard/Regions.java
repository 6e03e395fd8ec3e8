package dev.backplane.drivers.softcard;

import dev.backplane.api.Bank;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Which buffer lies where in device memory. Changed under the card's lock; looked up without one by
 * the threads of the compute units, in a sorted array that is never changed but replaced.
 *
 * <p>Buffers start at pages and have a free page behind them, so that a kernel that leaves its
 * buffer is caught at the first byte.
 */
final class Regions {
  static final long PAGE = 4096;

  private static final int REMEMBERED = 64;

  /** Where a buffer was. */
  record Freed(long address, long size) {}

  // Volatile: a lookup sees an array as it was filled before it was published.
  private volatile CardBuffer[] sorted = {};
  private final Deque<Freed> freed = new ArrayDeque<>();

  /** Finds the first hole of a bank that takes a buffer and its guard page. */
  OptionalLong firstFit(Bank bank, long bytes) {
    for (Hole hole : holes(bank)) {
      if (hole.size() >= PAGE && bytes <= hole.size() - PAGE) {
        return OptionalLong.of(hole.address());
      }
    }
    return OptionalLong.empty();
  }

  /** {@return bytes of a bank that no buffer or guard page takes} */
  long free(Bank bank) {
    return holes(bank).stream().mapToLong(Hole::usable).sum();
  }

  /** {@return the largest buffer that fits a bank} */
  long largest(Bank bank) {
    return holes(bank).stream().mapToLong(Hole::usable).max().orElse(0);
  }

  /** {@return whether a buffer lies in a part of a range} */
  boolean isTaken(long address, long bytes) {
    for (CardBuffer buffer : sorted) {
      if (address - buffer.address() < buffer.size() && buffer.address() - address < bytes) {
        return true;
      }
    }
    return false;
  }

  void add(CardBuffer buffer) {
    List<CardBuffer> all = new ArrayList<>(List.of(sorted));
    all.add(buffer);
    all.sort(Comparator.comparingLong(CardBuffer::address));
    sorted = all.toArray(CardBuffer[]::new);
  }

  void remove(CardBuffer buffer) {
    List<CardBuffer> all = new ArrayList<>(List.of(sorted));
    all.remove(buffer);
    sorted = all.toArray(CardBuffer[]::new);
    synchronized (freed) {
      freed.addFirst(new Freed(buffer.address(), buffer.size()));
      if (freed.size() > REMEMBERED) {
        freed.removeLast();
      }
    }
  }

  /** {@return the buffer in whose device memory an address lies, or null} */
  @Nullable CardBuffer at(long address) {
    CardBuffer[] buffers = sorted;
    int low = 0;
    int high = buffers.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      CardBuffer buffer = buffers[middle];
      if (buffer.region().contains(address)) {
        return buffer;
      }
      if (Long.compareUnsigned(buffer.address(), address) < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return null;
  }

  /** {@return where the buffer was that lay at an address last, if it was freed not long ago} */
  Optional<Freed> freedAt(long address) {
    synchronized (freed) {
      return freed.stream()
          .filter(f -> address - f.address >= 0 && address - f.address < f.size)
          .findFirst();
    }
  }

  List<CardBuffer> all() {
    return List.of(sorted);
  }

  /** A range of a bank that nothing takes; its last page is kept free as a guard. */
  private record Hole(long address, long size) {
    long usable() {
      return Math.max(0, size - PAGE);
    }
  }

  private List<Hole> holes(Bank bank) {
    List<Hole> holes = new ArrayList<>();
    long end = bank.address() + bank.size();
    long start = pageUp(bank.address());
    for (CardBuffer buffer : sorted) {
      long after = pageUp(buffer.address() + buffer.region().memory().byteSize()) + PAGE;
      if (after > start && buffer.address() < end) {
        if (buffer.address() > start) {
          holes.add(new Hole(start, buffer.address() - start));
        }
        start = after;
      }
    }
    if (start < end) {
      // The bank's end is guarded by what lies behind it: nothing.
      holes.add(new Hole(start, end - start + PAGE));
    }
    return holes;
  }

  private static long pageUp(long address) {
    return (address + PAGE - 1) & -PAGE;
  }
}
