package dev.backplane.xrt.card.schedule;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.RunReport;
import dev.backplane.api.RunState;
import dev.backplane.driverkit.UntimedRun;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.unit.ComputeUnit;
import dev.backplane.xrt.card.unit.RunArguments;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A run as its client starts it and waits for it: once, or again and again as the own run of a
 * call. It holds its buffers and contexts from when it is opened; one that is started once lets go
 * of them when it ends, that of a call when the call is closed.
 */
public final class CardRun extends ScheduledRun implements UntimedRun {
  private static final Duration CLOSING = Duration.ofSeconds(6);

  private final LimitWatch limitWatch = new LimitWatch();
  private long limitTicks;

  /**
   * A run, to be opened.
   *
   * @param ofCall whether it is started again and again, until it is closed
   * @param progress is told how it goes, if it is that of a command
   */
  CardRun(
      Environment environment,
      CardClient owner,
      CardImage.KernelPlan kernel,
      RunArguments arguments,
      boolean ofCall,
      @Nullable Progress progress) {
    super(environment, owner, kernel, arguments, ofCall, progress);
  }

  /** Starts an execution. */
  public void start() {
    long before = word();
    long execution = queue(before);
    if (execution < 0) {
      throw RunErrors.inFlight(toString(), "start");
    }
    watchers.begin();
    ComputeUnit[] units = candidates();
    int chosen = leastUsed(units);
    if (!tryExecute(chosen, execution)) {
      submit(units[chosen], execution, before);
    }
  }

  /** Executes it in this thread, if that is the way of its kernel and the unit is free. */
  private boolean tryExecute(int chosen, long execution) {
    ShortUnit[] shortUnits = shortUnits();
    return chosen < shortUnits.length
        && limitTicks == 0
        && !arguments().isWatched()
        && shortUnits[chosen].tryExecute(this, execution);
  }

  private void submit(ComputeUnit chosen, long execution, long before) {
    try {
      // After the swap: a thread that closes it sets its flag before it reads the state.
      if (mustCheck()) {
        checkAdmitted();
      }
      arguments().markInUse(this);
      chosen.use();
      submitTo(chosen);
      if (limitTicks != 0) {
        environment.clock().watch(limitWatch, (int) limitTicks);
      }
      environment.scheduler().submit(chosen, this);
    } catch (Throwable e) {
      refused(execution, before);
      throw e;
    }
    if (isToEnd(execution)) {
      // A cancel may have looked for the run before it was on a unit or in a queue.
      environment.scheduler().cancel(this, execution);
    }
  }

  /** Goes back to where it stood before a start; a thread may wait for that execution already. */
  private void refused(long execution, long before) {
    unqueue(execution, before);
    watchers.signal();
  }

  /** The index of the unit that was used least, which need not be the one with the least to do. */
  private static int leastUsed(ComputeUnit... units) {
    int least = 0;
    for (int i = 1; i < units.length; i++) {
      if (units[i].usage() < units[least].usage()) {
        least = i;
      }
    }
    return least;
  }

  /** Takes another buffer for an argument. */
  public void bind(Argument argument, CardBuffer buffer) {
    environment.resources().rebind(this, argument, buffer);
  }

  /** Throws if no argument can be set now. */
  public void checkSettable() {
    if (isInFlight()) {
      throw RunErrors.inFlight(toString(), "set");
    }
    if (isClosed()) {
      throw RunErrors.closed(toString());
    }
  }

  /** Limits the executions that follow; zero for no limit. */
  public void limit(Duration limit) {
    // Half a tick more than told at most, and never less.
    limitTicks =
        limit.isZero()
            ? 0
            : Math.min(Integer.MAX_VALUE, limit.toMillis() * KillClock.RATE / 1000 + 1);
  }

  /** Takes the limit of another run. */
  void limitAs(CardRun other) {
    limitTicks = other.limitTicks;
  }

  @Override
  public RunState state() {
    return phase().state();
  }

  @Override
  public RunState join(Duration timeout) {
    Phase now = phase();
    if (now == Phase.NEW) {
      throw RunErrors.neverStarted(toString(), "join");
    }
    if (now.isIdle()) {
      return now.state();
    }
    watchers.await(timeout);
    return state();
  }

  @Override
  public RunReport await(Duration timeout) {
    if (isInFlight() && !watchers.await(timeout)) {
      if (Thread.currentThread().isInterrupted()) {
        throw RunErrors.interrupted(toString());
      }
      throw RunErrors.notEnded(toString(), state(), timeout);
    }
    if (phase() == Phase.NEW) {
      throw RunErrors.neverStarted(toString(), "await");
    }
    BackplaneException reason = failure();
    if (reason != null) {
      throw reason.with().causedBy(reason).build();
    }
    return report();
  }

  @Override
  public boolean cancel() {
    return super.cancel();
  }

  @Override
  public CompletionStage<RunReport> completion() {
    if (phase() == Phase.NEW) {
      throw RunErrors.neverStarted(toString(), "completion");
    }
    return watchers.stage();
  }

  /** Cancels what is in flight, and lets go of what it holds. Doing it again does nothing. */
  public void close() {
    boolean before = isClosed();
    // First: a start either sees it, or is seen here.
    closed(true);
    cancel();
    if (isInFlight() && !watchers.await(CLOSING)) {
      closed(before);
      throw RunErrors.inFlight(toString(), "close");
    }
    environment.resources().release(this);
  }

  /** Is told by the clock when an execution takes longer than its limit. */
  private final class LimitWatch implements KillClock.Watched {
    @Override
    public long generation() {
      return execution();
    }

    @Override
    public boolean isOver() {
      return !isInFlight();
    }

    @Override
    public void expired(long execution) {
      overdue(execution);
    }
  }
}
