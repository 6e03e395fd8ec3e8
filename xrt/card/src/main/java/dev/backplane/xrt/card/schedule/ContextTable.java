package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.UnitReservations.Sharing;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The open contexts: which holder has which compute unit, shared or exclusively (section 6 of the
 * scheduler's rules). A unit has one exclusive holder or several shared ones; a virtual context
 * holds the image and no unit. Safe for use by several threads.
 */
public final class ContextTable {
  /** The unit of a context that holds only the image; XRT writes 0xFFFFFFFF. */
  public static final int VIRTUAL = -1;

  /** The holder of contexts; known by its identity. */
  public interface Holder {
    /** {@return what to call it in messages} */
    String name();
  }

  /** A context that is open. */
  public static final class Entry {
    private final Holder holder;
    private final int unit;
    private final Sharing sharing;
    private final String purpose;
    private final boolean forRun;

    private Entry(Holder holder, int unit, Sharing sharing, String purpose, boolean forRun) {
      this.holder = holder;
      this.unit = unit;
      this.sharing = sharing;
      this.purpose = purpose;
      this.forRun = forRun;
    }

    /** {@return its holder} */
    public Holder holder() {
      return holder;
    }

    /** {@return the index of the unit, or {@link #VIRTUAL}} */
    public int unit() {
      return unit;
    }

    /** {@return how} */
    public Sharing sharing() {
      return sharing;
    }
  }

  private final Set<Entry> entries = new LinkedHashSet<>();

  /** True if any unit is held exclusively; register accesses read it without the lock. */
  private volatile boolean exclusive;

  /** A table without contexts. */
  public ContextTable() {}

  /**
   * Opens a context.
   *
   * @param holder for whom
   * @param unit the index of the unit, or {@link #VIRTUAL}
   * @param sharing how; a virtual one is always shared
   * @param purpose what it is for, in words
   * @throws BackplaneException {@link ErrorCode#BUSY} naming who is in the way
   */
  public synchronized Entry open(Holder holder, int unit, Sharing sharing, String purpose) {
    return add(new Entry(holder, unit, sharing, purpose, false));
  }

  /**
   * Opens a shared context for a run, which its holder has not asked for.
   *
   * @throws BackplaneException {@link ErrorCode#BUSY} naming who is in the way
   */
  synchronized Entry openForRun(Holder holder, int unit, String run) {
    return add(new Entry(holder, unit, Sharing.SHARED, run, true));
  }

  private Entry add(Entry entry) {
    int unit = entry.unit;
    for (Entry other : entries) {
      if (unit != VIRTUAL && other.unit == unit && excludes(other, entry.holder, entry.sharing)) {
        throw busy(other, "open context");
      }
    }
    entries.add(entry);
    noteExclusive();
    return entry;
  }

  private static BackplaneException busy(Entry other, String operation) {
    return BackplaneException.because(
            ErrorCode.BUSY,
            "compute unit %d is held %s by %s (%s)"
                .formatted(
                    other.unit,
                    other.sharing == Sharing.EXCLUSIVE ? "exclusively" : "shared",
                    other.holder.name(),
                    other.purpose))
        .during(operation)
        .remedy("Wait until that context is closed, or use another compute unit")
        .build();
  }

  private void noteExclusive() {
    exclusive = entries.stream().anyMatch(entry -> entry.sharing == Sharing.EXCLUSIVE);
  }

  /**
   * Refuses an access to a unit that another holder has exclusively.
   *
   * @param holder for whom
   * @param unit the index of the unit
   * @param operation what is wanted, for the message
   * @throws BackplaneException {@link ErrorCode#BUSY} naming who has it
   */
  public void checkFor(Holder holder, int unit, String operation) {
    if (exclusive) {
      synchronized (this) {
        for (Entry other : entries) {
          if (other.unit == unit && excludes(other, holder, Sharing.SHARED)) {
            throw busy(other, operation);
          }
        }
      }
    }
  }

  private static boolean excludes(Entry other, Holder holder, Sharing wanted) {
    return other.holder != holder
        && (other.sharing == Sharing.EXCLUSIVE || wanted == Sharing.EXCLUSIVE);
  }

  /** {@return whether a holder could open a unit shared} */
  public synchronized boolean isFor(Holder holder, int unit) {
    return entries.stream().noneMatch(e -> e.unit == unit && excludes(e, holder, Sharing.SHARED));
  }

  /** Closes a context. */
  public synchronized void close(Entry entry) {
    entries.remove(entry);
    noteExclusive();
  }

  /** Closes all contexts of a holder. */
  public synchronized void closeAll(Holder holder) {
    entries.removeIf(entry -> entry.holder == holder);
    noteExclusive();
  }

  /** {@return whether a holder has a context on a unit} */
  public synchronized boolean has(Holder holder, int unit) {
    return entries.stream().anyMatch(entry -> entry.holder == holder && entry.unit == unit);
  }

  /** {@return whether a holder has opened a context on a unit, apart from what its runs need} */
  synchronized boolean isOpen(Holder holder, int unit) {
    return entries.stream().anyMatch(e -> e.holder == holder && e.unit == unit && !e.forRun);
  }

  /** {@return whether a holder has any context, a virtual one included} */
  public synchronized boolean hasAny(Holder holder) {
    return entries.stream().anyMatch(entry -> entry.holder == holder);
  }

  /** {@return whether a holder has a unit for itself} */
  public synchronized boolean hasExclusive(Holder holder, int unit) {
    return entries.stream()
        .anyMatch(e -> e.holder == holder && e.unit == unit && e.sharing == Sharing.EXCLUSIVE);
  }

  /** {@return the units that a holder has contexts on, in order} */
  public synchronized List<Integer> unitsOf(Holder holder) {
    return entries.stream()
        .filter(entry -> entry.holder == holder && entry.unit != VIRTUAL)
        .map(Entry::unit)
        .distinct()
        .sorted()
        .toList();
  }

  /** {@return how many contexts there are on a unit} */
  public synchronized int count(int unit) {
    return (int) entries.stream().filter(entry -> entry.unit == unit).count();
  }

  /** {@return how a unit is held, empty if it is not} */
  public synchronized Optional<Sharing> sharing(int unit) {
    return entries.stream().filter(entry -> entry.unit == unit).map(Entry::sharing).findFirst();
  }

  /** {@return what holders hold of the image and what for, in words; empty if there are none} */
  public synchronized List<String> holders() {
    List<String> words = new ArrayList<>();
    for (Entry entry : entries) {
      String what =
          entry.unit == VIRTUAL ? "the image" : "compute unit " + entry.unit + ' ' + entry.sharing;
      words.add("%s holds %s (%s)".formatted(entry.holder.name(), what, entry.purpose));
    }
    return words;
  }
}
