package dev.backplane.runtime.device;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Runs of a device that are not known to have ended, and beside them launches and transfers of
 * queues. Safe for several threads.
 */
final class Runs {
  /** So many transfers are put in before those are looked for that ended unnoticed. */
  private static final int BATCH = 64;

  /** A start takes microseconds. */
  private static final long LOOK_NANOS = 20_000;

  private final Set<TrackedRun> inFlight = ConcurrentHashMap.newKeySet();
  private final Set<MemoryUser> others = ConcurrentHashMap.newKeySet();
  private final AtomicInteger transfers = new AtomicInteger();
  private final AtomicInteger starting = new AtomicInteger();
  private volatile boolean closed;

  /**
   * Says that a run is being started, which the device does not know yet. Ends with {@link
   * #startEnded}, whatever the answer.
   *
   * @return whether the device is open; if not, nothing may be started
   */
  boolean startBegins() {
    // Counted first: a close that does not see this start is seen by it.
    starting.incrementAndGet();
    return !closed;
  }

  void startEnded() {
    starting.decrementAndGet();
  }

  /**
   * Waits until no start is under way: what was started is known after that, or was never started.
   *
   * @param patience how long at most
   */
  void awaitStarts(Duration patience) {
    long begun = System.nanoTime();
    while (starting.get() > 0 && System.nanoTime() - begun < patience.toNanos()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /**
   * Adds a run.
   *
   * @return whether the device ends it when it is closed; if not, it is being closed and has looked
   *     for runs already
   */
  boolean add(TrackedRun run) {
    // Added first: a close that does not see this run is seen by it.
    inFlight.add(run);
    return !closed;
  }

  void remove(TrackedRun run) {
    inFlight.remove(run);
  }

  /** Adds something that uses memory until it is removed. */
  void addUser(MemoryUser user) {
    others.add(user);
  }

  /** Adds something that uses memory until it ends, which perhaps nobody waits for. */
  void addTransfer(MemoryUser transfer) {
    others.add(transfer);
    if (transfers.incrementAndGet() % BATCH == 0) {
      others.forEach(MemoryUser::settleIfEnded);
    }
  }

  void removeUser(MemoryUser user) {
    others.remove(user);
  }

  List<TrackedRun> all() {
    return List.copyOf(inFlight);
  }

  /** Gives all runs there are, for the last time. */
  List<TrackedRun> close() {
    closed = true;
    return all();
  }

  /** Lets go of the memory of what ended without anybody looking. */
  void settleEnded() {
    inFlight.forEach(TrackedRun::settleIfEnded);
    others.forEach(MemoryUser::settleIfEnded);
  }

  /** Who uses memory, in words. */
  String users(UsedMemory memory) {
    List<String> users =
        Stream.<MemoryUser>concat(inFlight.stream(), others.stream())
            .filter(user -> user.uses(memory))
            .map(Object::toString)
            .toList();
    return users.isEmpty() ? "a transfer" : String.join(", ", users);
  }
}
