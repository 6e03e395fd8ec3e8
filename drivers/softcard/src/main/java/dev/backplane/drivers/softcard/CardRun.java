package dev.backplane.drivers.softcard;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.PreparedRun;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.drivers.softcard.kds.ContextTable;
import dev.backplane.drivers.softcard.kds.Handoff;
import dev.backplane.drivers.softcard.kds.KillClock;
import dev.backplane.drivers.softcard.kds.Phase;
import dev.backplane.drivers.softcard.memory.CardBuffer;
import dev.backplane.xclbin.ert.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Executions of a kernel: of one that is started once, or again and again. It holds its buffers and
 * contexts from when it is opened by the fabric; one that is started once lets go of them when it
 * ends, a prepared one when it is closed.
 *
 * <p>What an execution ended with is written before its phase, and read after.
 */
final class CardRun extends Handoff.Node<CardRun> implements PreparedRun {
  /** Is told how an execution goes, by whoever executes it. */
  interface Progress {
    /** It is on a compute unit. */
    void began();

    /** {@return whether it notes the times at which its state changes} */
    boolean isTimed();

    /** The embedded scheduler has written into its slot. */
    void answered(Packet slot);

    /** It has ended, and holds nothing any more. */
    void ended(CardRun run);
  }

  private static final Duration CLOSING = Duration.ofSeconds(6);

  /** The bits of {@link #state} that are the phase; the number of the execution is above them. */
  private static final int PHASE_BITS = 3;

  private static final long PHASE_MASK = (1 << PHASE_BITS) - 1;
  private static final long QUEUED = Phase.QUEUED.number();
  private static final long RUNNING = Phase.RUNNING.number();
  private static final VarHandle STATE;
  private static final VarHandle CANCELLED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(CardRun.class, "state", long.class);
      CANCELLED = lookup.findVarHandle(CardRun.class, "cancelled", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Fabric fabric;
  private final CardSession owner;
  private final CardImage.KernelPlan kernel;
  private final boolean prepared;
  private final Watchers watchers = new Watchers(this);
  private final RunArguments arguments;

  /** Set by the fabric when it is opened and when arguments change. */
  private ComputeUnit[] candidates = {};

  private List<ContextTable.Entry> contexts = List.of();

  private @Nullable ComputeUnit unit;
  private long limitTicks;

  /** How many executions were given to a unit. */
  private long submitted;

  /**
   * The number of the execution started last, and its {@link Phase}: one word, so that who wants
   * the end of an execution never means the next.
   */
  private volatile long state = Phase.NEW.number();

  /** The latest execution that is to end before it has ended by itself. */
  private volatile long cancelled = -1;

  private int @Nullable [] writes;
  private @Nullable Progress progress;
  private final LimitWatch limitWatch = new LimitWatch();
  private volatile boolean closed;

  /** Whether it holds nothing any more; guarded by the card's lock. */
  private boolean released;

  private long cycles;
  private long nanos;
  private @Nullable BackplaneException failure;

  /**
   * A run, to be opened by the fabric.
   *
   * @param prepared whether it is started again and again, until it is closed
   */
  CardRun(
      Fabric fabric,
      CardSession owner,
      CardImage.KernelPlan kernel,
      RunArguments arguments,
      boolean prepared) {
    this.fabric = fabric;
    this.owner = owner;
    this.kernel = kernel;
    this.arguments = arguments;
    this.prepared = prepared;
  }

  /** What a kernel does that was started through its registers: nobody awaits it. */
  static CardRun throughRegisters(Fabric fabric, CardSession starter, CardImage.KernelPlan kernel) {
    CardRun run = new CardRun(fabric, starter, kernel, RunArguments.none(kernel), false);
    run.state = inPhase(1L << PHASE_BITS, Phase.QUEUED);
    return run;
  }

  /** What a command does on a compute unit: its registers are written as the packet says. */
  static CardRun ofCommand(
      Fabric fabric,
      CardSession owner,
      CardImage.KernelPlan kernel,
      int[] writes,
      Progress progress) {
    CardRun run = new CardRun(fabric, owner, kernel, RunArguments.none(kernel), false);
    run.writes = writes;
    run.progress = progress;
    return run;
  }

  String kernel() {
    return kernel.name();
  }

  /** {@return offset and value of each register to write in place of arguments, or null} */
  int @Nullable [] writes() {
    return writes;
  }

  /** {@return whether somebody wants the times of its states} */
  boolean isTimed() {
    return progress != null && progress.isTimed();
  }

  /** The embedded scheduler has written into its slot. */
  void answered(Packet slot) {
    if (progress != null) {
      progress.answered(slot);
    }
  }

  CardImage.KernelPlan plan() {
    return kernel;
  }

  CardSession owner() {
    return owner;
  }

  RunArguments arguments() {
    return arguments;
  }

  long bits(int argument) {
    return arguments.bits(argument);
  }

  long[] values() {
    return arguments.values();
  }

  @Nullable MemorySegment deviceMemory(int argument) {
    return arguments.deviceMemory(argument);
  }

  @Nullable CardBuffer bufferOf(int argument) {
    return arguments.buffer(argument);
  }

  /** {@return whether the execution started last is to end} */
  boolean cancelRequested() {
    return cancelled == execution();
  }

  private static long inPhase(long state, Phase phase) {
    return (state & ~PHASE_MASK) | phase.number();
  }

  Phase phase() {
    return phaseOf(state);
  }

  private static Phase phaseOf(long state) {
    return Phase.of((int) (state & PHASE_MASK));
  }

  /** {@return the number of the execution that was started last} */
  long execution() {
    return state >>> PHASE_BITS;
  }

  /** {@return whether an execution was started and has not ended} */
  boolean isInFlight(long execution) {
    long now = state;
    return now >>> PHASE_BITS == execution && !phaseOf(now).isIdle();
  }

  /** {@return how many executions were given to a unit} */
  long submitted() {
    return submitted;
  }

  boolean isPrepared() {
    return prepared;
  }

  List<ContextTable.Entry> contexts() {
    return contexts;
  }

  void opened(List<ComputeUnit> units, List<ContextTable.Entry> held) {
    candidates = units.toArray(ComputeUnit[]::new);
    contexts = held;
  }

  @Override
  public PreparedRun start() {
    long before = state;
    long phase = before & PHASE_MASK;
    long execution = (before >>> PHASE_BITS) + 1;
    if (phase == QUEUED
        || phase == RUNNING
        || !STATE.compareAndSet(this, before, execution << PHASE_BITS | QUEUED)) {
      throw inFlight("start");
    }
    ComputeUnit chosen;
    try {
      // After the swap: who closes it says so before looking at the state.
      if (closed || owner.isLeaving() || fabric.isRefusing()) {
        fabric.checkAdmitted(this);
      }
      arguments.give(this);
      watchers.begin();
      submitted++;
      chosen = choose();
      unit = chosen;
      if (limitTicks != 0) {
        fabric.limit(this, (int) limitTicks);
      }
      fabric.submit(chosen, this);
    } catch (Throwable e) {
      refused(execution << PHASE_BITS | phase);
      throw e;
    }
    if (cancelled == execution) {
      // Whoever cancelled it may have looked before it was anywhere.
      fabric.cancel(this, execution);
    }
    return this;
  }

  /** Goes back to where it stood before a start; a thread may wait for that execution already. */
  private void refused(long before) {
    STATE.setRelease(this, before);
    VarHandle.fullFence();
    watchers.signal();
  }

  /** Of the units that it may go to, the one that was used least (not the one with least to do). */
  private ComputeUnit choose() {
    ComputeUnit[] units = candidates;
    ComputeUnit least = units[0];
    long usage = least.usage();
    for (int i = 1; i < units.length; i++) {
      long other = units[i].usage();
      if (other < usage) {
        least = units[i];
        usage = other;
      }
    }
    least.use();
    return least;
  }

  BackplaneException inFlight(String operation) {
    return BackplaneException.because(ErrorCode.IN_USE, "an execution is in flight")
        .during(operation)
        .on(toString())
        .remedy("Wait for it to end, or cancel it")
        .build();
  }

  @Override
  public PreparedRun set(int argument, Object value) {
    Argument wanted = argument(argument);
    if (value instanceof Buffer) {
      fabric.rebind(this, wanted, value);
    } else {
      arguments.set(argument, wanted.encode(value));
    }
    return this;
  }

  @Override
  public PreparedRun set(int argument, long value) {
    arguments.set(argument, argument(argument).encode(value));
    return this;
  }

  private Argument argument(int index) {
    if (!phase().isIdle()) {
      throw inFlight("set");
    }
    if (index < 0 || index >= kernel.arguments().size()) {
      throw BackplaneException.because(ErrorCode.NO_SUCH_ARGUMENT, "there is no argument " + index)
          .during("set")
          .on(toString())
          .remedy("The arguments are " + kernel.arguments())
          .build();
    }
    return kernel.arguments().get(index);
  }

  @Override
  public PreparedRun limit(Duration limit) {
    // Half a tick more than told at most, and never less.
    limitTicks =
        limit.isZero()
            ? 0
            : Math.min(Integer.MAX_VALUE, limit.toMillis() * KillClock.RATE / 1000 + 1);
    return this;
  }

  @Override
  public RunState state() {
    return phase().state();
  }

  @Override
  public RunState join(Duration timeout) {
    if (!phase().isIdle()) {
      watchers.await(timeout);
    }
    return state();
  }

  @Override
  public RunReport await(Duration timeout) {
    if (!phase().isIdle() && !watchers.await(timeout)) {
      if (Thread.currentThread().isInterrupted()) {
        throw BackplaneException.because(
                ErrorCode.CANCELLED, "the waiting thread was interrupted; the run goes on")
            .during("await")
            .on(toString())
            .build();
      }
      throw BackplaneException.because(
              ErrorCode.TIMEOUT, "still " + state() + " after " + timeout.toMillis() + " ms")
          .during("await")
          .on(toString())
          .remedy("Wait longer, or cancel the run")
          .build();
    }
    BackplaneException reason = failure;
    if (reason != null) {
      throw reason.with().causedBy(reason).build();
    }
    if (phase() == Phase.NEW) {
      throw neverStarted("await");
    }
    return report();
  }

  private BackplaneException neverStarted(String operation) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it was never started")
        .during(operation)
        .on(toString())
        .remedy("Start it first")
        .build();
  }

  RunReport report() {
    return new RunReport(cycles, Duration.ofNanos(nanos));
  }

  /** {@return why the execution that ended last failed, if it did} */
  @Nullable BackplaneException failure() {
    // A start that was refused leaves a run as it was.
    return phase() == Phase.NEW ? neverStarted("completion") : failure;
  }

  @Override
  public boolean cancel() {
    return cancel(execution());
  }

  /** Asks for the end of one execution, wherever it is. Returns whether it had not ended. */
  private boolean cancel(long execution) {
    if (!isInFlight(execution)) {
      return false;
    }
    requestCancel(execution);
    fabric.cancel(this, execution);
    return true;
  }

  @Override
  public CompletionStage<RunReport> completion() {
    if (phase() == Phase.NEW) {
      throw neverStarted("completion");
    }
    return watchers.stage();
  }

  @Override
  public void close() {
    boolean before = closed;
    // First: a start either sees it, or is seen here.
    closed = true;
    if (cancel() && !watchers.await(CLOSING)) {
      closed = before;
      throw inFlight("close");
    }
    fabric.release(this);
  }

  /** {@return whether its execution was given to a unit} */
  boolean isOn(ComputeUnit one) {
    return unit == one;
  }

  /** {@return the unit that its last execution was given to; looked at under the card's lock} */
  @Nullable ComputeUnit unit() {
    return unit;
  }

  /**
   * Lets it be started no more; under the card's lock.
   *
   * @return whether what it holds is still to be given back
   */
  boolean retire() {
    boolean first = !released;
    released = true;
    closed = true;
    return first;
  }

  boolean isClosed() {
    return closed;
  }

  // The rest is called by the unit that it was given to, or by the fabric in its stead.

  /** {@return why it ended, if it was to be cancelled} */
  BackplaneException cancellation() {
    return limitWatch.overdue == execution()
        ? BackplaneException.because(ErrorCode.TIMEOUT, "it took longer than its limit")
            .on(subject())
            .remedy("Set a longer limit, or none")
            .build()
        : BackplaneException.because(ErrorCode.CANCELLED, "the run was cancelled")
            .on(subject())
            .build();
  }

  /** {@return what ends it when its time is up} */
  KillClock.Watched limitWatch() {
    return limitWatch;
  }

  /** {@return why it shall not begin, though it waits; null if it may} */
  @Nullable BackplaneException refusal() {
    if (cancelRequested() || owner.isLeaving()) {
      return cancellation();
    }
    return fabric.isRefusing() ? fabric.refusal() : null;
  }

  void began() {
    STATE.setOpaque(this, ((long) STATE.get(this) & ~PHASE_MASK) | RUNNING);
    if (progress != null) {
      progress.began();
    }
  }

  /** The execution that is in flight is to end. */
  void requestCancel() {
    requestCancel(execution());
  }

  /** An execution is to end; one that has ended is not started again by that number. */
  void requestCancel(long execution) {
    long latest = cancelled;
    // A later execution is not forgotten for an earlier one.
    while (latest < execution && !CANCELLED.compareAndSet(this, latest, execution)) {
      latest = cancelled;
    }
  }

  void completed(long counted, long took) {
    cycles = counted;
    nanos = took;
    failure = null;
    end(Phase.COMPLETED);
  }

  void failed(BackplaneException reason) {
    failure = reason;
    end(
        switch (reason.code()) {
          case CANCELLED -> Phase.ABORTED;
          case TIMEOUT -> Phase.TIMED_OUT;
          default -> Phase.FAILED;
        });
  }

  /** Ends it; {@link #signal} is due when all that the unit holds was given back. */
  private void end(Phase last) {
    if (!prepared) {
      fabric.release(this);
    }
    STATE.setRelease(this, inPhase((long) STATE.get(this), last));
  }

  /** Tells who waits that it has ended. Not called under a lock, for commands may follow. */
  void signal() {
    VarHandle.fullFence();
    signalAfterFence();
  }

  /** As {@link #signal}, where a full fence has followed the end already. */
  void signalAfterFence() {
    watchers.signal();
    if (progress != null) {
      progress.ended(this);
    }
  }

  /** {@return what messages call the execution that is in flight, on a unit} */
  String on(ComputeUnit one) {
    return "%s of %s".formatted(prepared ? "execution " + execution() : "run", one);
  }

  private String subject() {
    ComputeUnit chosen = unit;
    return chosen == null ? "kernel " + kernel() : on(chosen);
  }

  @Override
  public String toString() {
    return (prepared ? "prepared run of kernel " : "run of kernel ") + kernel();
  }

  /** {@return its buffers, those that are there} */
  List<CardBuffer> buffers() {
    List<CardBuffer> all = new ArrayList<>();
    for (int i = 0; i < kernel.arguments().size(); i++) {
      CardBuffer buffer = arguments.buffer(i);
      if (buffer != null) {
        all.add(buffer);
      }
    }
    return all;
  }

  /** Is told by the clock when an execution takes longer than its limit. */
  private final class LimitWatch implements KillClock.Watched {
    /** The latest execution whose time was up; the clock's thread alone writes it. */
    private volatile long overdue = -1;

    @Override
    public long generation() {
      return execution();
    }

    @Override
    public boolean isOver() {
      return phase().isIdle();
    }

    @Override
    public void expired(long execution) {
      overdue = execution;
      cancel(execution);
    }
  }
}
