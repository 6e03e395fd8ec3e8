package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RunReport;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
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

  // Of the unit's thread.
  private @Nullable UnitModel model;
  private @Nullable CardRun current;
  private volatile boolean interruptible;

  ComputeUnit(
      Fabric fabric, CardImage.KernelPlan kernel, int index, Regions regions, CardConfig config) {
    this.fabric = fabric;
    this.kernel = kernel;
    this.index = index;
    this.config = config;
    plan = kernel.units().get(index);
    memory = new UnitMemory(regions, kernel, plan);
    thread =
        Thread.ofPlatform()
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
      thread.start();
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
  }

  /** Reaches an execution that sleeps or waits. */
  void interrupt() {
    if (interruptible) {
      thread.interrupt();
    }
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
        }
      }
    } finally {
      dropModel();
    }
  }

  private void execute(CardRun run) {
    current = run;
    memory.serve(run);
    Outcome outcome;
    long start = System.nanoTime();
    try {
      UnitModel ready = model();
      interruptible = ready.heedsInterrupts();
      if (interruptible && run.cancelRequested()) {
        // Whoever cancelled before the line above did not interrupt.
        thread.interrupt();
      }
      long counted = ready.execute(run.values(), this);
      outcome = new Completed(new RunReport(counted, Duration.ofNanos(System.nanoTime() - start)));
    } catch (Throwable e) {
      // Errors too: a run that has begun must end, whatever the kernel did.
      outcome = new Failed(run.cancelRequested() ? cancellation() : Failures.of(e, kernel.name()));
      dropModel();
    }
    interruptible = false;
    memory.serve(null);
    current = null;
    fabric.finish(this, run, outcome);
  }

  private BackplaneException cancellation() {
    return BackplaneException.because(ErrorCode.CANCELLED, "the run was cancelled")
        .on("kernel " + kernel.name())
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
      access.serve(this::model);
    }
  }
}
