package dev.backplane.runtime.device;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The runs of a device that are not known to have ended, and its open calls. Safe for threads. */
final class Runs {
  /** From so many runs on, those are looked for that ended unnoticed. */
  private static final int FEW = 64;

  /** A message names so many. */
  private static final int NAMED = 4;

  /** A start takes microseconds. */
  private static final long LOOK_NANOS = 20_000;

  private final Set<ManagedRun> inFlight = ConcurrentHashMap.newKeySet();
  private final Set<ManagedCall> calls = ConcurrentHashMap.newKeySet();
  private final AtomicInteger size = new AtomicInteger();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final AtomicInteger starting = new AtomicInteger();

  /** The number of runs at which one looks again: twice as many as those that were left. */
  private volatile int many = FEW;

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
  boolean add(ManagedRun run) {
    // Added first: a close that does not see this run is seen by it.
    inFlight.add(run);
    if (size.incrementAndGet() >= many && looking.compareAndSet(false, true)) {
      inFlight.forEach(ManagedRun::settleIfEnded);
      many = Math.max(FEW, 2 * size.get());
      looking.set(false);
    }
    return !closed;
  }

  void remove(ManagedRun run) {
    if (inFlight.remove(run)) {
      size.decrementAndGet();
    }
  }

  void add(ManagedCall call) {
    calls.add(call);
  }

  void remove(ManagedCall call) {
    calls.remove(call);
  }

  /** {@return the names of some that are not known to have ended} */
  List<String> inFlight() {
    return inFlight.stream().limit(NAMED).map(ManagedRun::toString).toList();
  }

  /** {@return all runs there are, those that calls were started with included} */
  List<ManagedRun> all() {
    Stream<ManagedRun> own = calls.stream().map(ManagedCall::ownRun).filter(Objects::nonNull);
    return Stream.concat(inFlight.stream(), own).toList();
  }

  /** Gives all runs there are, for the last time. */
  List<ManagedRun> close() {
    closed = true;
    return all();
  }

  /** Lets go of the memory of what ended without anybody looking. */
  void settleEnded() {
    inFlight.forEach(ManagedRun::settleIfEnded);
    calls.forEach(ManagedCall::settle);
  }

  /** Tells in words what needs the loaded image. */
  Optional<String> imageUser() {
    Stream<String> runs =
        inFlight.stream()
            .filter(run -> !(run instanceof ManagedSignal))
            .map(run -> run + " has not ended");
    Stream<String> open =
        calls.stream().filter(ManagedCall::isUsable).map(call -> call + " is open");
    return Stream.concat(runs, open).findFirst();
  }

  /** Tells in words who uses memory. */
  String users(UsedMemory memory) {
    List<String> users =
        Stream.<Object>concat(
                inFlight.stream().filter(run -> run.uses(memory)),
                calls.stream().filter(call -> call.uses(memory)))
            .map(Object::toString)
            .toList();
    return users.isEmpty() ? "a transfer" : String.join(", ", users);
  }
}
