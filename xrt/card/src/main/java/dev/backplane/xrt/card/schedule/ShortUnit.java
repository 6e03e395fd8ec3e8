package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.xrt.card.board.Activity;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.unit.ComputeUnit;
import dev.backplane.xrt.card.unit.Failures;
import dev.backplane.xrt.card.unit.TimedModel;
import dev.backplane.xrt.card.unit.UnitModel;
import dev.backplane.xrt.card.unit.UnitModels;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit for a kernel whose executions are short. It has no thread: the thread that starts
 * a run executes it if the unit is free, and else leaves it to the thread that has the unit. So no
 * start waits for a lock, and one that meets no other allocates nothing and wakes no thread.
 *
 * <p>What the owner changes is published by giving the unit back.
 */
final class ShortUnit extends ScheduledUnit implements UnitModel.Supervisor {
  /** The longest time that a register access or a close waits for the unit. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The number of executions of which one is timed, and stands for the others. */
  private static final int SAMPLED = 256;

  /** The number of others' runs that an owner executes before it leaves the rest to a thread. */
  private static final int SHARE = 1024;

  private final ScheduledRun.Environment environment;
  private final UnitEvents events;
  private final CardConfig config;
  private final Optional<Track> track;
  private final Ownership ownership = new Ownership();
  private final IntrusiveQueue<ScheduledRun> waiting = new IntrusiveQueue<>();

  // Of the owner.
  private @Nullable UnitModel model;
  private long executed;
  private long runs;
  private long cycles;
  private long busyNanos;
  private @Nullable BackplaneException unreported;

  /**
   * The run that is executed now, or was executed last: clearing it would cost each run as much as
   * setting it. Other threads read it without order.
   */
  private @Nullable ScheduledRun current;

  /** True if the scheduler is told when the unit is given back. */
  private volatile boolean notifies;

  ShortUnit(
      ComputeUnit unit,
      CardConfig config,
      Optional<Track> track,
      ScheduledRun.Environment environment,
      UnitEvents events) {
    super(unit);
    this.config = config;
    this.track = track;
    this.environment = environment;
    this.events = events;
  }

  /**
   * Executes a run that was just queued, if the unit is free, nothing waits for it, and nothing
   * speaks against the start.
   *
   * @return whether it did, and the run has ended; if not, it is still to be given to the unit
   */
  boolean tryExecute(ScheduledRun run, long execution) {
    if (!waiting.isEmpty() || !ownership.tryTake()) {
      return false;
    }
    // After it was taken: a thread that stops it sets a flag before it takes it.
    boolean begins = !run.mustCheck() && !run.isToEnd();
    if (begins) {
      unit().use();
      run.submitTo(unit());
      execute(run, execution);
    }
    release();
    if (begins) {
      run.signal();
    }
    if (!waiting.isEmpty()) {
      executeWaiting();
    }
    return begins;
  }

  /** Takes a run, which ends sooner or later, maybe before this returns. */
  void submit(ScheduledRun run) {
    waiting.add(run);
    executeWaiting();
  }

  /**
   * Executes what waits, unless another thread has the unit: that one looks again when it gives the
   * unit back.
   */
  private void executeWaiting() {
    int left = SHARE;
    while (!waiting.isEmpty()) {
      if (left <= 0) {
        Thread.startVirtualThread(this::executeWaiting);
        return;
      }
      if (ownership.tryTake()) {
        left -= executeAll();
        release();
      } else if (ownership.isStopped()) {
        refuseAll();
      } else {
        return;
      }
    }
  }

  private int executeAll() {
    int count = 0;
    for (ScheduledRun run = waiting.takeAll(); run != null; count++) {
      // Once it has ended it may be started again, and be in another list.
      ScheduledRun rest = run.detach();
      execute(run);
      run.signal();
      run = rest;
    }
    return count;
  }

  /** Refuses what waits: the unit is not given to any thread any more. */
  private void refuseAll() {
    for (ScheduledRun run = waiting.takeAll(); run != null; ) {
      ScheduledRun rest = run.detach();
      run.failed(environment.admission().closed("kernel " + kernel().name()));
      run.signal();
      run = rest;
    }
  }

  private void release() {
    ownership.release();
    if (notifies) {
      notifies = false;
      events.released(this);
    }
  }

  private void execute(ScheduledRun run) {
    BackplaneException refusal = run.refusal();
    if (refusal != null) {
      run.failed(refusal);
    } else {
      execute(run, run.execution());
    }
  }

  private void execute(ScheduledRun run, long execution) {
    if (current != run) {
      current = run;
    }
    run.running(execution);
    run.reportBegan();
    memory().serve(run.arguments());
    // The last of so many: the first of all takes a time that stands for none.
    long begin = (++executed & (SAMPLED - 1)) == 0 ? System.nanoTime() : 0;
    try {
      long counted = model().execute(run.arguments(), this);
      memory().endExecution();
      runs++;
      cycles += Math.max(0, counted);
      run.completed(counted, 0);
    } catch (Throwable e) {
      // Errors too: a run that has begun must end, whatever the kernel did.
      run.failed(failure(run, e));
    }
    if (begin != 0) {
      busyNanos += (System.nanoTime() - begin) * SAMPLED;
    }
  }

  private BackplaneException failure(ScheduledRun run, Throwable thrown) {
    model = null;
    memory().forgetHostCopies();
    if (run.isToEnd()) {
      return run.cancellation();
    }
    BackplaneException reason = Failures.of(thrown, run.on(unit()));
    events.failed(reason);
    return reason;
  }

  private UnitModel model() {
    UnitModel made = model;
    if (made == null) {
      UnitModel bare = UnitModels.make(kernel(), memory(), config);
      made = track.<UnitModel>map(told -> new TimedModel(bare, kernel().name(), told)).orElse(bare);
      model = made;
    }
    return made;
  }

  @Override
  public boolean cancelled() {
    ScheduledRun run = current;
    return run != null && run.isToEnd();
  }

  @Override
  public boolean registersWait() {
    return false;
  }

  @Override
  public void serveRegisters() {
    // A register access has the unit exclusively.
  }

  /** Does a register access and gives what was read. */
  int access(RegisterAccess access) {
    if (!ownership.take(System.nanoTime() + PATIENCE.toNanos())) {
      throw BackplaneException.because(
              ErrorCode.TIMEOUT, "the unit was busy for " + PATIENCE.toSeconds() + " s")
          .during("access register")
          .on("compute unit " + plan().name())
          .build();
    }
    try {
      BackplaneException failure = unreported;
      unreported = null;
      if (failure != null) {
        access.refuse(failure);
      } else {
        access.serve(unit(), this::model, () -> {});
        UnitModel accessed = model;
        if (accessed != null && accessed.isStarted()) {
          executeStarted(accessed, access.owner());
        }
        if (accessed != null && accessed.takeInterrupt()) {
          events.interrupted(this);
        }
      }
    } finally {
      release();
    }
    executeWaiting();
    return access.await(PATIENCE);
  }

  /** Stops the current execution. */
  void stopStarted() {
    ScheduledRun run = current;
    if (run != null) {
      run.requestCancel();
    }
  }

  /** Executes a kernel that was started through registers, like a run. */
  private void executeStarted(UnitModel started, CardClient starter) {
    ScheduledRun run = ScheduledRun.throughRegisters(environment, starter, kernel());
    current = run;
    memory().serve(null);
    if (!events.countsRegisterStarts()) {
      unit().use();
    }
    try {
      started.executeStarted(this);
      long counted = started.startedCycles();
      cycles += Math.max(0, counted);
      memory().endExecution();
      runs++;
      events.registerStartEnded(this, counted, null);
    } catch (Throwable e) {
      // For the next register access.
      BackplaneException reason = failure(run, e);
      unreported = reason;
      events.registerStartEnded(this, -1, reason);
    } finally {
      current = null;
    }
  }

  /**
   * Has {@link UnitEvents#released} called when the current execution has ended; false if there is
   * none.
   */
  boolean notifyWhenReleased() {
    // Stays set if nothing is executed: another may have seen that something was, a moment ago.
    notifies = true;
    return ownership.isTaken();
  }

  /**
   * Cancels the runs of holders: waits until what is executed now has ended, and what waits has
   * been gone through.
   *
   * @return whether it has by the deadline
   */
  boolean quiesce(Predicate<CardClient> owner, long deadline) {
    ScheduledRun executed = current;
    if (executed != null && owner.test(executed.owner())) {
      executed.requestCancel();
    }
    if (!ownership.take(deadline)) {
      return ownership.isStopped();
    }
    executeAll();
    release();
    executeWaiting();
    return true;
  }

  /** Stops the unit for good. Returns whether the current execution ended by the deadline. */
  boolean stop(long deadline) {
    if (!ownership.take(deadline)) {
      return ownership.isStopped();
    }
    ownership.stop();
    refuseAll();
    UnitModel old = model;
    model = null;
    if (old != null) {
      old.close();
    }
    return true;
  }

  @Override
  boolean isBusy() {
    return ownership.isTaken() || !waiting.isEmpty();
  }

  @Override
  List<PortActivity> portActivity() {
    return List.of();
  }

  @Override
  Activity activity() {
    return new Activity(cycles, busyNanos, 0, 0, 1);
  }

  @Override
  public String statistics() {
    return runs + " runs, " + cycles + " cycles";
  }
}
