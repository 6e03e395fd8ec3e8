package dev.backplane.opae.door.facets;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives numbers to things that C code holds. A number is used once: each place of the table counts
 * how often it was taken, so a number that was taken back, or one of another table, is recognised.
 * No address looks like such a number. Safe for use by several threads; looking up takes no lock.
 */
public final class NumberTable<T> {
  /** The upper byte of every number; the library in C knows it. */
  private static final long MARK = 0xBAL << 56;

  private static final int KIND_SHIFT = 52;
  private static final int COUNT_SHIFT = 20;
  private static final int PLACE_MASK = (1 << COUNT_SHIFT) - 1;
  private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(Entry[].class);

  private record Entry<T>(long number, T thing) {}

  private final long kind;
  private @Nullable Entry<T>[] entries = newEntries(16);
  private int[] counts = new int[16];
  private final List<Integer> free = new ArrayList<>();
  private int used;

  /**
   * Makes an empty table.
   *
   * @param kind tells its numbers from those of other tables, 0 to 15
   */
  public NumberTable(int kind) {
    this.kind = MARK | (long) (kind & 15) << KIND_SHIFT;
  }

  @SuppressWarnings("unchecked") // Arrays of generic types cannot be made otherwise.
  private static <T> @Nullable Entry<T>[] newEntries(int length) {
    return (Entry<T>[]) new Entry<?>[length];
  }

  /**
   * {@return a number for a thing}
   *
   * @throws IllegalStateException if a million things have one
   */
  public synchronized long add(T thing) {
    int place;
    if (!free.isEmpty()) {
      place = free.removeLast();
    } else {
      if (used > PLACE_MASK) {
        throw new IllegalStateException("a program holds a million things of one kind");
      }
      if (used == entries.length) {
        counts = Arrays.copyOf(counts, 2 * used);
        entries = Arrays.copyOf(entries, 2 * used);
      }
      place = used++;
    }
    long number = kind | Integer.toUnsignedLong(++counts[place]) << COUNT_SHIFT | place;
    PLACES.setRelease(entries, place, new Entry<>(number, thing));
    return number;
  }

  /** {@return the thing of a number; null if there is none, or none any more} */
  public @Nullable T get(long number) {
    Entry<T> entry = entry(number);
    return entry == null ? null : entry.thing();
  }

  @SuppressWarnings("unchecked") // What the handle gives is what add() put there.
  private @Nullable Entry<T> entry(long number) {
    int place = (int) number & PLACE_MASK;
    @Nullable Entry<T>[] now = entries;
    Entry<T> entry = place < now.length ? (Entry<T>) PLACES.getAcquire(now, place) : null;
    return entry != null && entry.number() == number ? entry : null;
  }

  /** {@return the thing of a number, which it loses; null as for {@link #get}} */
  public synchronized @Nullable T remove(long number) {
    Entry<T> entry = entry(number);
    if (entry == null) {
      return null;
    }
    int place = (int) number & PLACE_MASK;
    PLACES.setRelease(entries, place, null);
    free.add(place);
    return entry.thing();
  }

  /** {@return the numbers that are taken} */
  public synchronized List<Long> numbers() {
    List<Long> numbers = new ArrayList<>();
    for (Entry<T> entry : entries) {
      if (entry != null) {
        numbers.add(entry.number());
      }
    }
    return numbers;
  }
}
