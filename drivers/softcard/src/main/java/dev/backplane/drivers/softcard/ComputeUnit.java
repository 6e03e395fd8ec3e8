package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RunReport;
import dev.backplane.drivers.softcard.board.Activity;
import dev.backplane.drivers.softcard.memory.Regions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One compute unit: a thread that owns the unit's model and does what the fabric hands it, runs and
 * register accesses. The model is made when first needed, and thrown away when an execution did not
 * end well, because nothing is known of its state then.
 */
final class ComputeUnit implements UnitModel.Supervisor {
  /** How an execution ended. */
  sealed interface Outcome {}

  /** It ended well. */
  record Completed(RunReport report) implements Outcome {}

  /** It did not. */
  record Failed(BackplaneException reason) implements Outcome {}

  private final Fabric fabric;
  private final CardImage.KernelPlan kernel;
  private final CardImage.UnitPlan plan;
  private final CardConfig config;
  private final int index;
  private final UnitMemory memory;
  private final ConcurrentLinkedQueue<RegisterAccess> accesses = new ConcurrentLinkedQueue<>();
  private final Thread thread;

  // Guarded by the card's lock.
  private boolean started;
  private boolean idle;
  private long runs;
  private long cycles;
  private long portBytes;
  private long busyNanos;

  /** When the run began that it is on; 0 if it is on none. */
  private long begun;

  // Of the unit's thread.
  private @Nullable UnitModel model;
  private @Nullable CardRun current;

  /** What a register access has started, and is not executed yet. */
  private @Nullable CardRun startedRun;

  /** Why an execution failed that nobody awaits: for the next who accesses a register. */
  private @Nullable BackplaneException untold;

  private volatile boolean interruptible;
  private volatile List<PortActivity> activity = List.of();

  /**
   * A unit.
   *
   * @param shared the thread of the units that it is linked with by streams; null for one of its
   *     own
   */
  ComputeUnit(
      Fabric fabric,
      CardImage.KernelPlan kernel,
      int index,
      Regions regions,
      CardConfig config,
      @Nullable Thread shared) {
    this.fabric = fabric;
    this.kernel = kernel;
    this.index = index;
    this.config = config;
    plan = kernel.units().get(index);
    memory = new UnitMemory(regions, kernel, plan);
    thread =
        shared != null
            ? shared
            : Thread.ofPlatform()
                .daemon()
                .name(config.name() + "/" + kernel.name() + ":" + plan.name())
                .unstarted(this::work);
  }

  CardImage.KernelPlan kernel() {
    return kernel;
  }

  CardImage.UnitPlan plan() {
    return plan;
  }

  /** {@return its number among the units of its kernel} */
  int index() {
    return index;
  }

  UnitMemory memory() {
    return memory;
  }

  Thread thread() {
    return thread;
  }

  ConcurrentLinkedQueue<RegisterAccess> accesses() {
    return accesses;
  }

  // Called by the fabric, under the card's lock.

  boolean isStarted() {
    return started;
  }

  void startOnce() {
    if (!started) {
      started = true;
      if (thread.getState() == Thread.State.NEW) {
        thread.start();
      }
    }
  }

  boolean isIdle() {
    return idle;
  }

  void idle(boolean value) {
    idle = value;
  }

  void count(RunReport report) {
    runs++;
    cycles += Math.max(0, report.cycles());
    for (PortActivity port : activity) {
      portBytes += port.bytes();
    }
  }

  void began() {
    // Never 0, which stands for no run.
    begun = System.nanoTime() | 1;
  }

  void ended() {
    busyNanos += begun == 0 ? 0 : System.nanoTime() - begun;
    begun = 0;
  }

  /** {@return what it has done, the run that it is on included} */
  Activity doings() {
    long running = begun == 0 ? 0 : System.nanoTime() - begun;
    return new Activity(cycles, busyNanos + running, portBytes, 0, 1);
  }

  /** Reaches an execution that sleeps or waits. */
  void interrupt() {
    if (interruptible) {
      thread.interrupt();
    }
  }

  /** {@return what went through its memory ports in the last run that ended well} */
  List<PortActivity> activity() {
    return activity;
  }

  String statistics() {
    return runs + " runs, " + cycles + " cycles";
  }

  // The unit's thread.

  private void work() {
    try {
      for (Fabric.Order order = fabric.next(this);
          order != Fabric.Signal.STOP;
          order = fabric.next(this)) {
        if (order instanceof Fabric.Execute execute) {
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
    end(run, attempt(run, model -> model.execute(run.values(), this)));
  }

  /** What was started through registers goes on until it ends, like a run. */
  private void executeStarted() {
    CardRun run = startedRun;
    startedRun = null;
    if (run != null) {
      Outcome outcome = attempt(run, started -> started.executeStarted(this));
      if (outcome instanceof Failed(var reason) && !run.cancelRequested()) {
        untold = reason;
      }
      end(run, outcome);
    }
  }

  private Outcome attempt(CardRun run, ToLongFunction<UnitModel> execution) {
    current = run;
    memory.serve(run);
    long start = System.nanoTime();
    Waveform waveform = fabric.takeRecording(kernel);
    try {
      if (waveform != null) {
        dropModel();
        model = kernel.models().make(kernel, memory, config.recording(waveform));
      }
      UnitModel ready = model();
      interruptible = ready.heedsInterrupts();
      if (interruptible && run.cancelRequested()) {
        // Whoever cancelled before the line above did not interrupt.
        thread.interrupt();
      }
      long counted = execution.applyAsLong(ready);
      activity = ready.activity(plan.name(), counted);
      if (waveform != null) {
        // The file is complete when its model is gone.
        dropModel();
      }
      return new Completed(new RunReport(counted, Duration.ofNanos(System.nanoTime() - start)));
    } catch (Throwable e) {
      // Errors too: a run that has begun must end, whatever the kernel did.
      dropModel();
      return new Failed(
          run.cancelRequested() ? cancellation(kernel.name()) : Failures.of(e, kernel.name()));
    }
  }

  private void end(CardRun run, Outcome outcome) {
    interruptible = false;
    memory.serve(null);
    current = null;
    fabric.finish(this, run, outcome);
  }

  static BackplaneException cancellation(String kernelName) {
    return BackplaneException.because(ErrorCode.CANCELLED, "the run was cancelled")
        .on("kernel " + kernelName)
        .build();
  }

  private UnitModel model() {
    if (model == null) {
      model = kernel.models().make(kernel, memory, config);
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
    return !accesses.isEmpty();
  }

  @Override
  public void serveRegisters() {
    for (RegisterAccess access = accesses.poll(); access != null; access = accesses.poll()) {
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
      fabric.faulted(Failures.of(fault, kernel.name()));
    } else if (accessed.isStarted()) {
      startedRun = fabric.beginStarted(this, owner);
      if (startedRun == null) {
        dropModel();
      }
    }
  }
}
