package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RunReport;
import dev.backplane.drivers.softcard.kds.Ownership;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a compute unit, and its model: it does what the unit is given, runs and register
 * accesses. Who accesses registers while the thread does nothing does so himself; whoever has
 * {@link #hands} may touch the model. It is made when first needed, by the thread, and thrown away
 * when an execution did not end well, because nothing is known of its state then.
 *
 * <p>What was started through registers is a run. Some models go on with it while they are
 * accessed; then the thread takes over only if there were no accesses for a moment.
 */
final class UnitWorker implements UnitModel.Supervisor {
  /** Without accesses for that long, what was started is not left to them any more. */
  private static final Duration QUIET = Duration.ofMillis(1);

  /** Who accesses registers starts the kernel again soon: the thread need not be woken for it. */
  private static final Duration RECENT = Duration.ofMillis(50);

  /** How often it looks around then. */
  private static final Duration LOOK = Duration.ofMillis(10);

  private static final Duration HANDS = Duration.ofSeconds(5);

  private final Dispatch dispatch;
  private final ThreadUnit unit;
  private final CardConfig config;
  private final Thread thread;
  private final Ownership hands = new Ownership();

  // Of who has the hands.
  private @Nullable UnitModel model;

  /** Why an execution failed that nobody awaits: for the next who accesses a register. */
  private @Nullable BackplaneException untold;

  private long begun;

  /** What a register access has started, and has not ended yet. */
  private volatile @Nullable CardRun started;

  /** Whether that is left to register accesses as long as some come. */
  private volatile boolean movedByAccesses;

  /** Whether there is nothing to do for it until a register is accessed. */
  private volatile boolean resting;

  /** Whether the thread has to be told when something is started. */
  private volatile boolean asleep;

  private volatile long accessed = System.nanoTime() - RECENT.toNanos();
  private volatile @Nullable CardRun current;
  private volatile boolean interruptible;

  UnitWorker(Dispatch dispatch, ThreadUnit unit, CardConfig config) {
    this.dispatch = dispatch;
    this.unit = unit;
    this.config = config;
    thread =
        Thread.ofPlatform()
            .daemon()
            .name(config.name() + "/" + unit.kernel().name() + ":" + unit.plan().name())
            .unstarted(this::work);
  }

  Thread thread() {
    return thread;
  }

  /** Reaches an execution that sleeps or waits. */
  void interrupt() {
    if (interruptible) {
      thread.interrupt();
    }
  }

  /** {@return whether what was started is to go on before registers are accessed} */
  boolean goesOnFirst() {
    CardRun run = started;
    return run != null && (!movedByAccesses || run.cancelRequested());
  }

  /**
   * {@return whether what was started is to go on}
   *
   * @param hurried whether others wait for its end
   */
  boolean goesOn(boolean hurried) {
    return started != null
        && !resting
        && (hurried || System.nanoTime() - accessed > QUIET.toNanos());
  }

  /** {@return how long the thread is to sleep now, as there is nothing to do} */
  Duration sleep() {
    // Before looking, so that whoever starts something either sees it or is seen.
    asleep = true;
    boolean watched = started != null && !resting;
    boolean expected = System.nanoTime() - accessed < RECENT.toNanos();
    asleep = !watched && !expected;
    return watched ? QUIET : expected ? LOOK : Dispatch.idle();
  }

  /** The thread looks around. */
  void wakeUp() {
    asleep = false;
  }

  private void work() {
    try {
      for (Dispatch.Order order = dispatch.next(unit, this);
          order != Dispatch.Signal.STOP;
          order = dispatch.next(unit, this)) {
        boolean free = hands.take(System.nanoTime() + HANDS.toNanos());
        try {
          obey(order, free);
        } finally {
          if (free) {
            hands.giveBack();
          }
        }
      }
    } finally {
      stop();
    }
  }

  private void obey(Dispatch.Order order, boolean free) {
    if (order instanceof Dispatch.Execute(var run)) {
      if (free) {
        endStarted();
        execute(run);
      } else {
        end(run, new ThreadUnit.Failed(occupied()));
      }
    } else if (free && order == Dispatch.Signal.REGISTERS) {
      serveRegisters();
    } else if (free) {
      executeStarted();
    }
  }

  private BackplaneException occupied() {
    return BackplaneException.because(
            ErrorCode.TIMEOUT, "a register access on %s does not end".formatted(unit.plan().name()))
        .on(unit.toString())
        .remedy("Reset the card")
        .build();
  }

  /** Nobody does anything with the model any more. */
  private void stop() {
    if (hands.take(System.nanoTime() + HANDS.toNanos())) {
      endStarted();
      dropModel();
      hands.stop();
    }
  }

  /** What was started and came to no end has to make room. */
  private void endStarted() {
    CardRun run = started;
    if (run != null) {
      dropModel();
      endStarted(run, new ThreadUnit.Failed(run.cancellation()));
    }
  }

  private void endStarted(CardRun run, ThreadUnit.Outcome outcome) {
    started = null;
    end(run, outcome);
  }

  private void execute(CardRun run) {
    long start = System.nanoTime();
    Waveform waveform = dispatch.takeRecording(unit.kernel());
    ThreadUnit.Outcome outcome =
        attempt(
            run,
            () -> {
              if (waveform != null) {
                dropModel();
                model =
                    unit.kernel()
                        .models()
                        .make(unit.kernel(), unit.memory(), config.recording(waveform));
              }
              UnitModel ready = readyFor(run);
              long counted = ready.execute(run, this);
              ThreadUnit.Outcome completed = completed(ready, counted, start);
              if (waveform != null) {
                // The file is complete when its model is gone.
                dropModel();
              }
              return completed;
            });
    if (outcome != null) {
      end(run, outcome);
    }
  }

  /** What was started through registers goes on until it ends, like a run, or until it rests. */
  private void executeStarted() {
    CardRun run = started;
    if (run == null) {
      return;
    }
    // An interrupt that came before was for another run.
    Thread.interrupted();
    ThreadUnit.Outcome outcome =
        attempt(
            run,
            () -> {
              UnitModel ready = readyFor(run);
              ready.executeStarted(this);
              return ready.isStarted() ? null : completed(ready, ready.startedCycles(), begun);
            });
    if (outcome == null && run.cancelRequested()) {
      // It gave way to register accesses; they get on when it has ended.
      dropModel();
      outcome = new ThreadUnit.Failed(run.cancellation());
    }
    if (outcome == null) {
      resting = !registersWait();
      pause();
      return;
    }
    if (outcome instanceof ThreadUnit.Failed(var reason)
        && (!run.cancelRequested() || dispatch.tellsOfCancelling())) {
      untold = reason;
    }
    endStarted(run, outcome);
  }

  private ThreadUnit.Completed completed(UnitModel ready, long cycles, long since) {
    unit.memory().giveBack();
    unit.activity(ready.activity(unit.plan().name(), cycles));
    return new ThreadUnit.Completed(
        new RunReport(cycles, Duration.ofNanos(System.nanoTime() - since)));
  }

  private UnitModel readyFor(CardRun run) {
    UnitModel ready = model();
    interruptible = ready.heedsInterrupts();
    if (interruptible && run.cancelRequested()) {
      // Whoever cancelled before the line above did not interrupt.
      thread.interrupt();
    }
    return ready;
  }

  private ThreadUnit.@Nullable Outcome attempt(
      CardRun run, Supplier<ThreadUnit.@Nullable Outcome> execution) {
    current = run;
    unit.memory().serve(run);
    try {
      return execution.get();
    } catch (Throwable e) {
      // Errors too: a run that has begun must end, whatever the kernel did.
      dropModel();
      return new ThreadUnit.Failed(
          run.cancelRequested() ? run.cancellation() : Failures.of(e, run.on(unit)));
    }
  }

  private void end(CardRun run, ThreadUnit.Outcome outcome) {
    pause();
    unit.memory().letGo();
    dispatch.finish(unit, this, run, outcome);
  }

  private void pause() {
    interruptible = false;
    unit.memory().serve(null);
    current = null;
  }

  private UnitModel model() {
    if (model == null) {
      model = unit.kernel().models().make(unit.kernel(), unit.memory(), config);
    }
    return model;
  }

  private void dropModel() {
    UnitModel old = model;
    model = null;
    if (old != null) {
      old.close();
    }
  }

  @Override
  public boolean cancelled() {
    CardRun run = current;
    // A run that was taken away from it may have been started again elsewhere.
    return run != null && (run.cancelRequested() || !unit.isWorkedBy(this));
  }

  @Override
  public boolean registersWait() {
    return !unit.accesses().isEmpty();
  }

  @Override
  public void serveRegisters() {
    for (RegisterAccess access = unit.accesses().poll();
        access != null;
        access = unit.accesses().poll()) {
      serve(access);
      if (current == null && goesOnFirst()) {
        // Whoever accesses next sees what the kernel has done by then.
        return;
      }
    }
  }

  /**
   * Serves an access in the thread of who asks for it, if nobody is at the unit.
   *
   * @return whether it was served
   */
  boolean serveHere(RegisterAccess access) {
    if (!hands.tryTake()) {
      return false;
    }
    try {
      if (model == null || goesOnFirst()) {
        return false;
      }
      serve(access);
      return true;
    } finally {
      hands.giveBack();
    }
  }

  private void serve(RegisterAccess access) {
    BackplaneException failure = untold;
    untold = null;
    if (failure != null) {
      access.refuse(failure);
      return;
    }
    CardSession owner = access.owner();
    access.serve(
        unit,
        this::model,
        () -> {
          giveBack(access);
          note(owner);
        });
    accessed = System.nanoTime();
    if (resting) {
      resting = false;
      dispatch.wake();
    }
  }

  /** What was read may say that the kernel is done: what it wrote is to be there then. */
  private void giveBack(RegisterAccess access) {
    try {
      unit.memory().giveBack();
    } catch (BackplaneException e) {
      untold = e;
    }
    if (access.sawDone()) {
      // It may be started again before its run has ended here.
      unit.memory().letGo();
    }
  }

  /** An access at rest may start the kernel, see it done, and show that it broke down. */
  private void note(CardSession owner) {
    UnitModel used = model;
    if (current != null || used == null) {
      return;
    }
    CardRun run = started;
    Throwable fault = used.fault();
    if (fault != null) {
      BackplaneException reason = Failures.of(fault, unit.toString());
      dropModel();
      if (run == null) {
        dispatch.faulted(reason);
      } else {
        endStarted(run, new ThreadUnit.Failed(reason));
      }
    } else if (run == null && used.isStarted()) {
      begun = System.nanoTime();
      resting = false;
      movedByAccesses = used.isMovedByAccesses();
      run = dispatch.beginStarted(unit, this, owner);
      started = run;
      unit.executesStarted(run != null && !movedByAccesses);
      if (run == null) {
        dropModel();
      } else if (!movedByAccesses || asleep || unit.isAwaited()) {
        dispatch.wake();
      }
    } else if (run != null && !used.isStarted()) {
      endStarted(run, completed(used, used.startedCycles(), begun));
    }
  }
}
