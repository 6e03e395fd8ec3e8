package dev.backplane.xrt.card.schedule;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.RunReport;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.unit.ComputeUnit;
import dev.backplane.xrt.card.unit.RunArguments;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as the scheduler and the compute units know it: whose it is, what it writes into registers,
 * how its executions end. What an execution ended with is written before its phase, and read after.
 */
public sealed class ScheduledRun extends ExecutionState<ScheduledRun>
    implements CompletionWatchers.Run permits CardRun {
  /** Executes runs. */
  interface Scheduler {
    /** Gives a run to a unit. */
    void submit(ComputeUnit unit, ScheduledRun run);

    /**
     * {@return units of a kernel whose runs the starting thread may execute; none if it may not}
     */
    ShortUnit[] shortUnits(List<ComputeUnit> ofKernel);

    /** Ends an execution that is to end. */
    void cancel(ScheduledRun run, long execution);
  }

  /** Holds the buffers and compute units of runs. */
  interface Resources {
    /** Takes another buffer for an argument of a call, in place of the one before. */
    void rebind(ScheduledRun run, Argument argument, CardBuffer buffer);

    /** Lets go of what a run holds. */
    void release(ScheduledRun run);
  }

  /**
   * The loaded image, as its runs know it.
   *
   * @param admission whether they may start
   * @param scheduler what executes them
   * @param resources what holds their buffers and units
   * @param clock what ends executions whose time is up
   */
  record Environment(
      Admission admission, Scheduler scheduler, Resources resources, KillClock clock) {}

  /** Hears of the execution of a command. Not called under the card's lock. */
  public interface Progress {
    /** The command is on a compute unit. */
    void began();

    /** {@return whether it notes the times at which its state changes} */
    boolean isTimed();

    /** The embedded scheduler has written into its slot. */
    void answered(Packet slot);

    /** The command has ended, and holds nothing any more. */
    void ended(Phase last);
  }

  final Environment environment;
  final CompletionWatchers watchers = new CompletionWatchers(this);
  private final CardClient owner;
  private final CardImage.KernelPlan kernel;
  private final RunArguments arguments;
  private final boolean ofCall;
  private final @Nullable Progress progress;

  /** The units that it may go to. */
  private ComputeUnit[] candidates = {};

  /** The candidates as units whose runs are executed by the threads that start them; else none. */
  private ShortUnit[] shortUnits = {};

  private List<ContextTable.Entry> contexts = List.of();
  private @Nullable ComputeUnit unit;

  /** The number of executions that were given to a unit. */
  private long submitted;

  private volatile boolean closed;

  /** True if it holds nothing any more; guarded by the card's lock. */
  private boolean released;

  private long cycles;
  private long nanos;
  private @Nullable BackplaneException failure;

  ScheduledRun(
      Environment environment,
      CardClient owner,
      CardImage.KernelPlan kernel,
      RunArguments arguments,
      boolean ofCall,
      @Nullable Progress progress) {
    this.environment = environment;
    this.owner = owner;
    this.kernel = kernel;
    this.arguments = arguments;
    this.ofCall = ofCall;
    this.progress = progress;
  }

  /**
   * Makes a run that stands for an execution started through registers. Nothing waits for its end.
   */
  static ScheduledRun throughRegisters(
      Environment environment, CardClient starter, CardImage.KernelPlan kernel) {
    ScheduledRun run =
        new ScheduledRun(environment, starter, kernel, RunArguments.none(kernel), false, null);
    run.beginQueued();
    return run;
  }

  /** {@return the name of its kernel} */
  public final String kernel() {
    return kernel.name();
  }

  final CardImage.KernelPlan plan() {
    return kernel;
  }

  /** {@return the client that it is of} */
  public final CardClient owner() {
    return owner;
  }

  /** {@return the values for the registers} */
  public final RunArguments arguments() {
    return arguments;
  }

  final List<ContextTable.Entry> contexts() {
    return contexts;
  }

  final ComputeUnit[] candidates() {
    return candidates;
  }

  /** Sets the units that it may go to, when it is opened and when arguments change. */
  final void opened(List<ComputeUnit> units, List<ContextTable.Entry> held) {
    candidates = units.toArray(ComputeUnit[]::new);
    shortUnits = environment.scheduler.shortUnits(units);
    contexts = held;
  }

  final ShortUnit[] shortUnits() {
    return shortUnits;
  }

  /** {@return how many executions were given to a unit} */
  final long submitted() {
    return submitted;
  }

  /** An execution is given to a unit. */
  final void submitTo(ComputeUnit chosen) {
    submitted++;
    if (unit != chosen) {
      unit = chosen;
    }
  }

  /** {@return whether its last execution was given to a unit} */
  public final boolean isOn(ComputeUnit one) {
    return unit == one;
  }

  /** {@return the unit that its last execution was given to; to be asked under the card's lock} */
  final @Nullable ComputeUnit unit() {
    return unit;
  }

  final boolean isClosed() {
    return closed;
  }

  final void closed(boolean value) {
    closed = value;
  }

  /**
   * Lets it be started no more; under the card's lock.
   *
   * @return whether what it holds is still to be given back
   */
  final boolean retire() {
    boolean first = !released;
    released = true;
    closed = true;
    return first;
  }

  /** Throws what speaks against a start. */
  final void checkAdmitted() {
    environment.admission.check(kernel(), owner);
    if (closed) {
      throw RunErrors.closed(toString());
    }
  }

  /** {@return whether a start has to call {@link #checkAdmitted}} */
  final boolean mustCheck() {
    return closed || owner.isLeaving() || environment.admission.isRefusing();
  }

  /** {@return whether everything on the units of the image is being ended} */
  final boolean isImageStopping() {
    return environment.admission.isStopping();
  }

  /** {@return why it is not begun though it waits; null if it may begin} */
  final @Nullable BackplaneException refusal() {
    if (isToEnd() || owner.isLeaving()) {
      return cancellation();
    }
    return environment.admission.isRefusing() ? environment.admission.refusal() : null;
  }

  /**
   * Asks for the end of the execution that is in flight. Returns whether it ends as cancelled, now
   * or soon.
   */
  public boolean cancel() {
    long execution = execution();
    boolean cancelled = requestCancel(execution);
    if (cancelled) {
      environment.scheduler.cancel(this, execution);
    }
    return cancelled;
  }

  /** The time of an execution is up. */
  final void overdue(long execution) {
    if (requestOverdueEnd(execution)) {
      environment.scheduler.cancel(this, execution);
    }
  }

  /** {@return why it ended, if it was to be cancelled} */
  final BackplaneException cancellation() {
    ComputeUnit chosen = unit;
    String subject = chosen == null ? "kernel " + kernel() : on(chosen);
    return isOverdue() ? RunErrors.overLimit(subject) : RunErrors.cancelled(subject);
  }

  /** {@return whether its progress is reported to a command} */
  final boolean hasProgress() {
    return progress != null;
  }

  /** {@return whether its command notes the times of its states} */
  final boolean isTimed() {
    return progress != null && progress.isTimed();
  }

  /** Reports that it is on a compute unit. Not called under the card's lock. */
  final void reportBegan() {
    if (progress != null) {
      progress.began();
    }
  }

  /** The embedded scheduler has written into its slot. */
  final void answered(Packet slot) {
    if (progress != null) {
      progress.answered(slot);
    }
  }

  /**
   * Ends the execution well. {@link #signal} is due when everything that the unit holds was given
   * back.
   */
  final void completed(long counted, long took) {
    letGo();
    cycles = counted;
    nanos = took;
    if (failure != null) {
      failure = null;
    }
    if (!endUnasked(Phase.COMPLETED)) {
      fail(cancellation());
    }
  }

  /** Ends the execution with a failure; for the rest as {@link #completed}. */
  final void failed(BackplaneException reason) {
    letGo();
    fail(reason);
  }

  private void fail(BackplaneException reason) {
    failure = reason;
    end(phaseOf(reason));
  }

  private static Phase phaseOf(BackplaneException reason) {
    return switch (reason.code()) {
      case CANCELLED -> Phase.ABORTED;
      case TIMEOUT -> Phase.TIMED_OUT;
      default -> Phase.FAILED;
    };
  }

  /** A run that is started once holds nothing any more when it has ended. */
  private void letGo() {
    if (!ofCall) {
      environment.resources.release(this);
    }
  }

  /** Tells the waiting threads that it has ended. Not called under the card's lock. */
  final void signal() {
    watchers.signal();
    if (progress != null) {
      progress.ended(phase());
    }
  }

  @Override
  public final RunReport report() {
    return new RunReport(cycles, Duration.ofNanos(nanos));
  }

  /** {@return why the execution that ended last failed, if it did} */
  @Override
  public final @Nullable BackplaneException failure() {
    // A start that was refused leaves a run as it was.
    return phase() == Phase.NEW ? RunErrors.neverStarted(toString(), "completion") : failure;
  }

  /** {@return the name, in messages, of the execution in flight on a unit} */
  final String on(ComputeUnit one) {
    return "%s of %s".formatted(ofCall ? "execution " + execution() : "run", one);
  }

  @Override
  public final String toString() {
    return (ofCall ? "run of the call of kernel " : "run of kernel ") + kernel();
  }
}
