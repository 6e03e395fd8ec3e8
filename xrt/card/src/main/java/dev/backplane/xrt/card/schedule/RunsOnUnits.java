package dev.backplane.xrt.card.schedule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The runs that are on units with threads, each on one. Guarded by the card's lock. */
final class RunsOnUnits {
  private final Map<ScheduledRun, ThreadUnit> units = new LinkedHashMap<>();

  /** A run is not on its unit any more. */
  private final Condition ended;

  RunsOnUnits(CardLock lock) {
    ended = lock.newCondition();
  }

  void add(ScheduledRun run, ThreadUnit unit) {
    units.put(run, unit);
  }

  void remove(ScheduledRun run) {
    units.remove(run);
    ended.signalAll();
  }

  /** Takes a run off a unit. Returns whether it was on that one. */
  boolean remove(ScheduledRun run, ThreadUnit unit) {
    boolean was = units.remove(run, unit);
    ended.signalAll();
    return was;
  }

  boolean isEmpty() {
    return units.isEmpty();
  }

  /** {@return the unit that a run is on, or null} */
  @Nullable ThreadUnit unitOf(ScheduledRun run) {
    return units.get(run);
  }

  /** {@return the run that is on a unit, or null} */
  @Nullable ScheduledRun runOn(ThreadUnit unit) {
    for (Map.Entry<ScheduledRun, ThreadUnit> entry : units.entrySet()) {
      if (entry.getValue() == unit) {
        return entry.getKey();
      }
    }
    return null;
  }

  /** Cancels runs of clients, and gives them. */
  List<ScheduledRun> cancel(Predicate<CardClient> owner) {
    List<ScheduledRun> cancelled = new ArrayList<>();
    units.forEach(
        (run, unit) -> {
          if (owner.test(run.owner())) {
            run.requestCancel();
            unit.interrupt();
            cancelled.add(run);
          }
        });
    return cancelled;
  }

  /** Waits until runs have ended. Returns those that have not by the deadline. */
  List<ScheduledRun> awaitEnd(List<ScheduledRun> runs, long deadline) {
    boolean interrupted = Thread.interrupted();
    while (deadline - System.nanoTime() > 0 && runs.stream().anyMatch(units::containsKey)) {
      try {
        ended.awaitNanos(deadline - System.nanoTime());
      } catch (InterruptedException e) {
        // Waits on: memory is freed only after the threads have let go of it.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return runs.stream().filter(units::containsKey).toList();
  }
}
