package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.RunReport;
import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.xrt.card.board.Activity;
import dev.backplane.xrt.card.unit.ComputeUnit;
import dev.backplane.xrt.card.unit.UnitModel;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit with a thread that owns its model: for RTL and for long kernels in Java. Runs wait
 * in its queue until the thread takes them. All state is guarded by the card's lock.
 */
final class ThreadUnit extends ScheduledUnit {
  /** The thread of a unit, with the model that it has made. */
  interface Worker {
    Thread thread();

    /** Reaches an execution that sleeps or waits. */
    void interrupt();

    /**
     * Serves an access in the calling thread, if nothing is executed on the unit.
     *
     * @return whether it was served
     */
    boolean serveHere(RegisterAccess access);

    /** {@return the execution that a register access has started} */
    StartedExecution started();

    /** {@return whether time is to pass on the unit though it executes nothing} */
    boolean isClocked();
  }

  /** So long a look is held; it mostly finds the end of a short kernel by then. */
  private static final Duration GLANCE = Duration.ofMillis(1);

  private static final Duration LAST_GLANCE = Duration.ofSeconds(4);

  private volatile @Nullable UnitModel executing;
  private volatile @Nullable ScheduledRun executed;
  private final CardLock lock;
  private final Function<ThreadUnit, Worker> workers;
  private final boolean interrupts;
  private final @Nullable Thread shared;

  /** Takes the times of its executions. */
  private final Optional<Track> track;

  private final Set<ScheduledRun> queue = new LinkedHashSet<>();
  private final ConcurrentLinkedQueue<RegisterAccess> accesses = new ConcurrentLinkedQueue<>();

  private volatile Worker worker;
  private boolean started;
  private long runs;
  private long cycles;
  private long portBytes;
  private long busyNanos;

  /** The start of the current run, by {@link System#nanoTime}; 0 if there is none. */
  private long begun;

  /** Written under the lock. */
  private volatile boolean executesStarted;

  private volatile List<PortActivity> portActivity = List.of();

  /**
   * A unit.
   *
   * @param interrupts whether the embedded scheduler waits for its interrupt rather than poll it
   * @param workers makes its thread, and another when one has to be given up
   * @param shared the thread of the units that it is linked with by streams; null for one of its
   *     own
   */
  ThreadUnit(
      ComputeUnit unit,
      CardLock lock,
      Optional<Track> track,
      boolean interrupts,
      Function<ThreadUnit, Worker> workers,
      @Nullable Thread shared) {
    super(unit);
    this.lock = lock;
    this.track = track;
    this.interrupts = interrupts;
    this.workers = workers;
    this.shared = shared;
    worker = workers.apply(this);
  }

  Thread thread() {
    return shared == null ? worker.thread() : shared;
  }

  ConcurrentLinkedQueue<RegisterAccess> accesses() {
    return accesses;
  }

  /** {@return the runs that wait, the oldest first} */
  Set<ScheduledRun> queue() {
    return queue;
  }

  /** {@return whether a worker is that of the unit, and was not given up} */
  boolean isWorkedBy(Worker one) {
    return worker == one;
  }

  /** Its thread does not come back: another takes its place, with a model of its own. */
  void renew() {
    worker = workers.apply(this);
    begun = 0;
    started = false;
    if (!queue.isEmpty() || !accesses.isEmpty()) {
      startOnce();
    }
  }

  boolean isStarted() {
    return started;
  }

  /** {@return whether the embedded scheduler waits for its interrupt rather than poll it} */
  boolean isAwaited() {
    return interrupts;
  }

  /** {@return whether it shares the thread of units that it is linked with by streams} */
  boolean isLinked() {
    return shared != null;
  }

  void startOnce() {
    if (!started) {
      started = true;
      if (thread().getState() == Thread.State.NEW) {
        thread().start();
      }
    }
  }

  void began() {
    // Never 0, which stands for no run.
    begun = System.nanoTime() | 1;
  }

  void ended() {
    if (begun != 0) {
      long now = System.nanoTime();
      long since = begun;
      busyNanos += now - since;
      // What takes the times is not the card's: it is called without its lock.
      track.ifPresent(told -> lock.post(() -> told.span(kernel().name(), since, now)));
    }
    begun = 0;
  }

  void executesStarted(boolean executes) {
    executesStarted = executes;
  }

  @Override
  boolean executesStarted() {
    return executesStarted;
  }

  void count(RunReport report) {
    runs++;
    cycles += Math.max(0, report.cycles());
    for (PortActivity port : portActivity) {
      portBytes += port.bytes();
    }
  }

  void portActivity(List<PortActivity> ports) {
    portActivity = ports;
  }

  /** Reaches an execution that sleeps or waits. */
  void interrupt() {
    worker.interrupt();
  }

  Worker worker() {
    return worker;
  }

  /** Ends runs that have not begun. */
  void endWaiting(Predicate<ScheduledRun> which, Supplier<BackplaneException> reason) {
    for (ScheduledRun run : List.copyOf(queue)) {
      if (which.test(run)) {
        queue.remove(run);
        run.failed(reason.get());
        lock.post(run::signal);
      }
    }
  }

  @Override
  boolean isBusy() {
    return !queue.isEmpty();
  }

  /**
   * Looks past its thread, which a kernel in Java keeps until it ends, if that does not answer an
   * access in a moment. What it answers just now is not looked at: reading may take a bit away.
   *
   * @return what is read; empty if the access is answered by the thread
   */
  OptionalInt glance(RegisterAccess access) {
    Duration wait = GLANCE;
    while (!access.isWrite() && wait.compareTo(LAST_GLANCE) < 0 && !access.isAnswered(wait)) {
      OptionalInt seen = glance(access.offset());
      if (seen.isPresent() && accesses.remove(access)) {
        return seen;
      }
      // The thread may not have begun yet with what keeps it.
      wait = wait.multipliedBy(2);
    }
    return OptionalInt.empty();
  }

  private OptionalInt glance(long offset) {
    UnitModel model = executing;
    ScheduledRun run = executed;
    // What is told to stop is waited for.
    return model == null || run == null || run.isToEnd()
        ? OptionalInt.empty()
        : model.glance(offset);
  }

  /** Says what is executed now, for who only glances at it; null for nothing. */
  void executes(@Nullable UnitModel model, @Nullable ScheduledRun run) {
    executing = model;
    executed = run;
  }

  /** The accesses that wait will not be done. */
  void refuseAccesses(BackplaneException reason) {
    for (RegisterAccess a = accesses.poll(); a != null; a = accesses.poll()) {
      a.refuse(reason);
    }
  }

  @Override
  List<PortActivity> portActivity() {
    return portActivity;
  }

  @Override
  Activity activity() {
    long running = begun == 0 ? 0 : System.nanoTime() - begun;
    return new Activity(cycles, busyNanos + running, portBytes, 0, 1);
  }

  @Override
  public String statistics() {
    return runs + " runs, " + cycles + " cycles";
  }
}
