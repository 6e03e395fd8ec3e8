package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.RunReport;
import java.time.Duration;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a compute unit: it owns the unit's model and does what it is given, runs and
 * register accesses. The model is made when first needed, and thrown away when an execution did not
 * end well, because nothing is known of its state then.
 */
final class UnitWorker implements UnitModel.Supervisor {
  private final Dispatch dispatch;
  private final ThreadUnit unit;
  private final CardConfig config;
  private final Thread thread;

  // Of the thread.
  private @Nullable UnitModel model;

  /** What a register access has started, and is not executed yet. */
  private @Nullable CardRun startedRun;

  /** Why an execution failed that nobody awaits: for the next who accesses a register. */
  private @Nullable BackplaneException untold;

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

  private void work() {
    try {
      for (Dispatch.Order order = dispatch.next(unit, this);
          order != Dispatch.Signal.STOP;
          order = dispatch.next(unit, this)) {
        if (order instanceof Dispatch.Execute execute) {
          execute(execute.run());
        } else {
          serveRegisters();
          executeStarted();
        }
      }
    } finally {
      dropModel();
    }
  }

  private void execute(CardRun run) {
    end(run, attempt(run, ready -> ready.execute(run, this)));
  }

  /** What was started through registers goes on until it ends, like a run. */
  private void executeStarted() {
    CardRun run = startedRun;
    startedRun = null;
    if (run != null) {
      ThreadUnit.Outcome outcome = attempt(run, started -> started.executeStarted(this));
      if (outcome instanceof ThreadUnit.Failed(var reason) && !run.cancelRequested()) {
        untold = reason;
      }
      end(run, outcome);
    }
  }

  private ThreadUnit.Outcome attempt(CardRun run, ToLongFunction<UnitModel> execution) {
    CardImage.KernelPlan kernel = unit.kernel();
    current = run;
    unit.memory().serve(run);
    long start = System.nanoTime();
    Waveform waveform = dispatch.takeRecording(kernel);
    try {
      if (waveform != null) {
        dropModel();
        model = kernel.models().make(kernel, unit.memory(), config.recording(waveform));
      }
      UnitModel ready = model();
      interruptible = ready.heedsInterrupts();
      if (interruptible && run.cancelRequested()) {
        // Whoever cancelled before the line above did not interrupt.
        thread.interrupt();
      }
      long counted = execution.applyAsLong(ready);
      unit.activity(ready.activity(unit.plan().name(), counted));
      if (waveform != null) {
        // The file is complete when its model is gone.
        dropModel();
      }
      return new ThreadUnit.Completed(
          new RunReport(counted, Duration.ofNanos(System.nanoTime() - start)));
    } catch (Throwable e) {
      // Errors too: a run that has begun must end, whatever the kernel did.
      dropModel();
      return new ThreadUnit.Failed(
          run.cancelRequested() ? run.cancellation() : Failures.of(e, kernel.name()));
    }
  }

  private void end(CardRun run, ThreadUnit.Outcome outcome) {
    interruptible = false;
    unit.memory().serve(null);
    current = null;
    dispatch.finish(unit, this, run, outcome);
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
    return run != null && run.cancelRequested();
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
      BackplaneException failure = untold;
      untold = null;
      if (failure != null) {
        access.refuse(failure);
        continue;
      }
      CardSession owner = access.owner();
      access.serve(this::model, () -> note(owner));
      if (startedRun != null) {
        // Whoever accesses next sees what the kernel has done by then.
        return;
      }
    }
  }

  /** An access at rest may start the kernel, and may show that it broke down. */
  private void note(CardSession owner) {
    UnitModel accessed = model;
    if (current != null || accessed == null) {
      return;
    }
    Throwable fault = accessed.fault();
    if (fault != null) {
      dropModel();
      dispatch.faulted(Failures.of(fault, unit.kernel().name()));
    } else if (accessed.isStarted()) {
      startedRun = dispatch.beginStarted(unit, this, owner);
      if (startedRun == null) {
        dropModel();
      }
    }
  }
}
