package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.RunReport;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.unit.Failures;
import dev.backplane.xrt.card.unit.UnitModel;
import dev.backplane.xrt.card.unit.UnitModels;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a compute unit, and its model: it does what the unit is given, runs and register
 * accesses. While the thread does nothing, a thread that accesses registers does so itself; the
 * {@link #ownership} says which thread may touch the model. The model is made when first needed,
 * and thrown away when an execution did not end well, because its state is unknown then.
 */
final class UnitWorker implements UnitModel.Supervisor, ThreadUnit.Worker {
  private static final Duration OWNERSHIP_DEADLINE = Duration.ofSeconds(5);

  private final ThreadDispatcher dispatcher;
  private final UnitEvents events;
  private final RequestedWaveforms waveforms;
  private final ThreadUnit unit;
  private final CardConfig config;
  private final Thread thread;
  private final Ownership ownership = new Ownership();
  private final StartedExecution started = new StartedExecution();

  // Of the owner.
  private @Nullable UnitModel model;

  /** The failure of an execution that the next register access reports; null if there is none. */
  private @Nullable BackplaneException unreported;

  private volatile @Nullable ScheduledRun current;
  private volatile boolean interruptible;

  /** True if it does something by itself as long as time passes; written by the owner. */
  private volatile boolean clocked;

  UnitWorker(
      ThreadDispatcher dispatcher,
      UnitEvents events,
      RequestedWaveforms waveforms,
      ThreadUnit unit,
      CardConfig config) {
    this.dispatcher = dispatcher;
    this.events = events;
    this.waveforms = waveforms;
    this.unit = unit;
    this.config = config;
    clocked = unit.kernel().isClocked();
    thread =
        Thread.ofPlatform()
            .daemon()
            .name(config.name() + "/" + unit.kernel().name() + ":" + unit.plan().name())
            .unstarted(this::work);
  }

  @Override
  public Thread thread() {
    return thread;
  }

  @Override
  public void interrupt() {
    if (interruptible) {
      thread.interrupt();
    }
  }

  @Override
  public StartedExecution started() {
    return started;
  }

  @Override
  public boolean isClocked() {
    return clocked && events.isAwaited(unit);
  }

  private void work() {
    try {
      for (UnitOrder order = dispatcher.next(unit, this);
          order != UnitOrder.Signal.STOP;
          order = dispatcher.next(unit, this)) {
        boolean free = ownership.take(System.nanoTime() + OWNERSHIP_DEADLINE.toNanos());
        try {
          obey(order, free);
        } finally {
          if (free) {
            ownership.release();
          }
        }
      }
    } finally {
      stop();
    }
  }

  private void obey(UnitOrder order, boolean free) {
    if (order instanceof UnitOrder.Execute(var run)) {
      if (free) {
        endStarted();
        execute(run);
      } else {
        end(run, new UnitOutcome.Failed(RunErrors.occupied(unit)));
      }
    } else if (free && order == UnitOrder.Signal.REGISTERS) {
      serveRegisters();
    } else if (free && order == UnitOrder.Signal.CLOCK) {
      clock();
    } else if (free) {
      executeStarted();
      lookAtPins();
    }
  }

  /** Ends what is under way; the model is not used any more. */
  private void stop() {
    if (ownership.take(System.nanoTime() + OWNERSHIP_DEADLINE.toNanos())) {
      endStarted();
      dropModel();
      ownership.stop();
    }
  }

  /** Ends an execution that was started through registers and is still going on. */
  private void endStarted() {
    ScheduledRun run = started.run();
    if (run != null) {
      dropModel();
      endStarted(run, new UnitOutcome.Failed(run.cancellation()));
    }
  }

  private void endStarted(ScheduledRun run, UnitOutcome outcome) {
    started.ended();
    end(run, outcome);
  }

  private void execute(ScheduledRun run) {
    long start = System.nanoTime();
    Waveform waveform = waveforms.take(unit.kernel().name());
    UnitOutcome outcome =
        attempt(
            run,
            () -> {
              if (waveform != null) {
                dropModel();
                model = UnitModels.make(unit.kernel(), unit.memory(), config.recording(waveform));
              }
              UnitModel ready = readyFor(run);
              long counted = ready.execute(run.arguments(), this);
              UnitOutcome completed = completed(ready, counted, start);
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

  /** Continues an execution that was started through registers, until it ends or rests. */
  private void executeStarted() {
    ScheduledRun run = started.run();
    if (run == null) {
      return;
    }
    // An interrupt that came before was for another run.
    Thread.interrupted();
    UnitOutcome outcome =
        attempt(
            run,
            () -> {
              UnitModel ready = readyFor(run);
              ready.executeStarted(this);
              return ready.isStarted()
                  ? null
                  : completed(ready, ready.startedCycles(), started.begun());
            });
    if (outcome == null && run.isToEnd()) {
      // It gave way to register accesses; they get on when it has ended.
      dropModel();
      outcome = new UnitOutcome.Failed(run.cancellation());
    }
    if (outcome == null) {
      started.rest(!registersWait());
      pause();
      return;
    }
    if (outcome instanceof UnitOutcome.Failed(var reason)
        && (!run.isToEnd() || events.countsRegisterStarts())) {
      unreported = reason;
    }
    endStarted(run, outcome);
  }

  private UnitOutcome.Completed completed(UnitModel ready, long cycles, long since) {
    unit.memory().writeBack();
    unit.portActivity(ready.activity(unit.plan().name(), cycles));
    return new UnitOutcome.Completed(
        new RunReport(cycles, Duration.ofNanos(System.nanoTime() - since)));
  }

  private UnitModel readyFor(ScheduledRun run) {
    UnitModel ready = model();
    unit.executes(ready, run);
    interruptible = ready.isInterruptible();
    if (interruptible && run.isToEnd()) {
      // A cancel before the line above has not interrupted.
      thread.interrupt();
    }
    return ready;
  }

  private @Nullable UnitOutcome attempt(
      ScheduledRun run, Supplier<@Nullable UnitOutcome> execution) {
    current = run;
    unit.memory().serve(run.arguments());
    try {
      return execution.get();
    } catch (Throwable e) {
      // Errors too: a run that has begun must end, whatever the kernel did.
      dropModel();
      return new UnitOutcome.Failed(
          run.isToEnd() ? run.cancellation() : Failures.of(e, run.on(unit.unit())));
    }
  }

  private void end(ScheduledRun run, UnitOutcome outcome) {
    pause();
    unit.memory().forgetHostCopies();
    dispatcher.finish(unit, this, run, outcome);
  }

  private void pause() {
    unit.executes(null, null);
    interruptible = false;
    unit.memory().serve(null);
    current = null;
  }

  private UnitModel model() {
    if (model == null) {
      model = UnitModels.make(unit.kernel(), unit.memory(), config);
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
    ScheduledRun run = current;
    // A run that was taken away from it may have been started again elsewhere.
    return run != null && (run.isToEnd() || !unit.isWorkedBy(this));
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
      if (current == null && started.goesOnFirst()) {
        // The next access sees what the kernel has done by then.
        return;
      }
    }
  }

  @Override
  public boolean serveHere(RegisterAccess access) {
    if (!ownership.tryTake()) {
      return false;
    }
    try {
      if (model == null || started.goesOnFirst()) {
        return false;
      }
      serve(access);
      return true;
    } finally {
      ownership.release();
    }
  }

  private void serve(RegisterAccess access) {
    BackplaneException failure = unreported;
    unreported = null;
    if (failure != null) {
      access.refuse(failure);
      return;
    }
    CardClient owner = access.owner();
    access.serve(
        unit.unit(),
        this::model,
        () -> {
          writeBack(access.sawDone());
          note(owner);
        });
    lookAtPins();
    if (started.accessed() || isClocked()) {
      dispatcher.wake();
    }
  }

  /** Lets time pass on a unit that goes on by itself. A failure of it may stop the card. */
  private void clock() {
    try {
      model().advance();
      lookAtPins();
    } catch (Throwable e) {
      // Errors too: the thread must live on.
      BackplaneException reason = Failures.of(e, unit.toString());
      clocked = false;
      unreported = reason;
      dropModel();
      events.failed(reason);
    }
  }

  /** Looks for an interrupt, and whether the model needs clock cycles, after it did something. */
  private void lookAtPins() {
    UnitModel used = model;
    clocked = used != null && used.isClocked();
    if (used != null && used.takeInterrupt()) {
      writeBack(current == null);
      events.interrupted(unit);
    }
  }

  /** Writes the kernel's data back, as the owner may learn next that the kernel is done. */
  private void writeBack(boolean done) {
    try {
      unit.memory().writeBack();
    } catch (BackplaneException e) {
      unreported = e;
    }
    if (done) {
      // It may be started again before its run has ended here.
      unit.memory().forgetHostCopies();
    }
  }

  /** An access at rest may start the kernel, see it done, and show that it broke down. */
  private void note(CardClient owner) {
    UnitModel used = model;
    if (current != null || used == null) {
      return;
    }
    ScheduledRun run = started.run();
    Throwable fault = used.fault();
    if (fault != null) {
      BackplaneException reason = Failures.of(fault, unit.toString());
      dropModel();
      if (run == null) {
        dispatcher.faulted(reason);
      } else {
        endStarted(run, new UnitOutcome.Failed(reason));
      }
    } else if (run == null && used.isStarted()) {
      begin(used, owner);
    } else if (run != null && !used.isStarted()) {
      endStarted(run, completed(used, used.startedCycles(), started.begun()));
    }
  }

  /** A register access has started the kernel. */
  private void begin(UnitModel used, CardClient owner) {
    started.beginning(used.isMovedByAccesses());
    ScheduledRun run = dispatcher.beginStarted(unit, this, owner);
    started.began(run);
    unit.executesStarted(run != null && !used.isMovedByAccesses());
    if (run == null) {
      dropModel();
    } else if (started.mustWake() || unit.isAwaited()) {
      dispatcher.wake();
    }
  }
}
