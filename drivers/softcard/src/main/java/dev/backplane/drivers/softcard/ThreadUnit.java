package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.RunReport;
import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.drivers.softcard.board.Activity;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit with a thread that owns its model: for RTL and for long kernels in Java. Runs wait
 * in its queue until the thread takes them. All state is guarded by the card's lock.
 */
final class ThreadUnit extends ComputeUnit {
  /** How an execution ended. */
  sealed interface Outcome {}

  /** It ended well. */
  record Completed(RunReport report) implements Outcome {}

  /** It did not. */
  record Failed(BackplaneException reason) implements Outcome {}

  private static final Duration REGISTER_DEADLINE = Duration.ofSeconds(10);

  private final Dispatch dispatch;
  private final CardConfig config;
  private final @Nullable Thread shared;

  /** Takes the times of its executions, or does nothing. */
  private final Track track;

  private final Set<CardRun> queue = new LinkedHashSet<>();
  private final ConcurrentLinkedQueue<RegisterAccess> accesses = new ConcurrentLinkedQueue<>();

  private volatile UnitWorker worker;
  private boolean started;
  private long runs;
  private long cycles;
  private long portBytes;
  private long busyNanos;

  /** When the run began that it is on; 0 if it is on none. */
  private long begun;

  /** Written under the lock. */
  private volatile boolean executesStarted;

  private volatile List<PortActivity> activity = List.of();

  /**
   * A unit.
   *
   * @param shared the thread of the units that it is linked with by streams; null for one of its
   *     own
   */
  ThreadUnit(
      Dispatch dispatch,
      CardImage.KernelPlan kernel,
      int index,
      Card card,
      CardConfig config,
      @Nullable Thread shared) {
    super(kernel, index, card.memory());
    track = card.track(plan().name()).orElse((_, _, _) -> {});
    this.dispatch = dispatch;
    this.config = config;
    this.shared = shared;
    worker = new UnitWorker(dispatch, this, config);
  }

  Thread thread() {
    return shared == null ? worker.thread() : shared;
  }

  ConcurrentLinkedQueue<RegisterAccess> accesses() {
    return accesses;
  }

  /** {@return the runs that wait, the oldest first} */
  Set<CardRun> queue() {
    return queue;
  }

  /** {@return whether a worker was given up in favour of another} */
  boolean isWorkedBy(UnitWorker one) {
    return worker == one;
  }

  /** Its thread does not come back: another takes its place, with a model of its own. */
  void renew() {
    worker = new UnitWorker(dispatch, this, config);
    begun = 0;
    started = false;
    if (!queue.isEmpty() || !accesses.isEmpty()) {
      startOnce();
    }
  }

  boolean isStarted() {
    return started;
  }

  /** {@return whether somebody waits for its interrupt rather than look at its registers} */
  boolean isAwaited() {
    return plan().control().interrupts() && config.mode().layout().isPresent();
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
      busyNanos += now - begun;
      track.span(kernel().name(), begun, now);
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
    for (PortActivity port : activity) {
      portBytes += port.bytes();
    }
  }

  void activity(List<PortActivity> ports) {
    activity = ports;
  }

  /** Reaches an execution that sleeps or waits. */
  void interrupt() {
    worker.interrupt();
  }

  @Override
  void submit(CardRun run) {
    dispatch.submit(this, run);
  }

  @Override
  void endQueued(Predicate<CardRun> which, Supplier<BackplaneException> reason) {
    for (CardRun run : List.copyOf(queue)) {
      if (which.test(run)) {
        queue.remove(run);
        run.failed(reason.get());
        dispatch.signal(run);
      }
    }
  }

  @Override
  int access(RegisterAccess access) {
    if (shared != null || !worker.serveHere(access)) {
      dispatch.submit(this, access);
    }
    return access.await(REGISTER_DEADLINE);
  }

  @Override
  boolean isBusy() {
    return !queue.isEmpty();
  }

  /** Nobody will do the accesses that wait. */
  void refuseAccesses(BackplaneException reason) {
    for (RegisterAccess a = accesses.poll(); a != null; a = accesses.poll()) {
      a.refuse(reason);
    }
  }

  @Override
  List<PortActivity> activity() {
    return activity;
  }

  @Override
  Activity doings() {
    long running = begun == 0 ? 0 : System.nanoTime() - begun;
    return new Activity(cycles, busyNanos + running, portBytes, 0, 1);
  }

  @Override
  String statistics() {
    return runs + " runs, " + cycles + " cycles";
  }
}
