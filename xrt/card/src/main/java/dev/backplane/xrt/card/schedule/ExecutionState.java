package dev.backplane.xrt.card.schedule;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state of a run that is started again and again, in one word: the number of the execution
 * started last, its {@link Phase}, and whether it is to end before it has ended by itself. So an
 * execution that is asked to end in time never completes, and a request never ends the next one.
 *
 * @param <N> the run
 */
abstract class ExecutionState<N extends IntrusiveQueue.Node<N>> extends IntrusiveQueue.Node<N> {
  private static final long PHASE_MASK = 7;

  /** It was cancelled. */
  private static final long CANCELLED = 8;

  /** Its time is up. */
  private static final long OVERDUE = 16;

  private static final long TO_END = CANCELLED | OVERDUE;
  private static final int NUMBER_SHIFT = 5;
  private static final long QUEUED = Phase.QUEUED.number();
  private static final VarHandle WORD;
  private static final VarHandle BEGUN;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      WORD = lookup.findVarHandle(ExecutionState.class, "word", long.class);
      BEGUN = lookup.findVarHandle(ExecutionState.class, "begun", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * The phase in the lowest bits, the requests to end it, and the number of the execution above
   * them. {@link Phase#RUNNING} is not a phase of the word: see {@link #begun}.
   */
  private volatile long word = Phase.NEW.number();

  /** The execution that was on a compute unit last. */
  private volatile long begun;

  final long word() {
    return word;
  }

  /** The first execution is queued already. */
  final void beginQueued() {
    word = 1L << NUMBER_SHIFT | QUEUED;
  }

  /**
   * Queues the next execution.
   *
   * @param before the word as it was a moment ago
   * @return the number of the execution; -1 if one is in flight
   */
  final long queue(long before) {
    long execution = (before >>> NUMBER_SHIFT) + 1;
    return !isStarted(before)
            && WORD.compareAndSet(this, before, execution << NUMBER_SHIFT | QUEUED)
        ? execution
        : -1;
  }

  /** An execution that was queued is refused: the phase is the one before. */
  final void unqueue(long execution, long before) {
    word = execution << NUMBER_SHIFT | (before & PHASE_MASK);
  }

  /** The execution is on a compute unit; called by the thread that has it. */
  final void running() {
    running(execution());
  }

  /** The execution with that number is on a compute unit. */
  final void running(long execution) {
    // The word is changed by others: to change it here too would cost each run an atomic swap.
    BEGUN.setOpaque(this, execution);
  }

  /**
   * The execution has ended by itself; called by the thread that has it.
   *
   * @return false if it was asked to end before, and so has not ended
   */
  final boolean endUnasked(Phase last) {
    long now = word;
    return (now & TO_END) == 0
        && WORD.compareAndSet(this, now, (now & ~PHASE_MASK) | last.number());
  }

  /** The execution has ended, asked or not; called by the thread that has it. */
  final void end(Phase last) {
    WORD.getAndAdd(this, last.number() - QUEUED);
  }

  /** {@return the phase of the execution that was started last} */
  public final Phase phase() {
    long now = word;
    return isStarted(now) && begun == now >>> NUMBER_SHIFT
        ? Phase.RUNNING
        : Phase.of((int) (now & PHASE_MASK));
  }

  private static boolean isStarted(long word) {
    return (word & PHASE_MASK) == QUEUED;
  }

  /** {@return the number of the execution that was started last} */
  final long execution() {
    return word >>> NUMBER_SHIFT;
  }

  /** {@return whether an execution was started and has not ended} */
  final boolean isInFlight() {
    return isStarted(word);
  }

  /** {@return whether an execution was started and has not ended} */
  final boolean isInFlight(long execution) {
    long now = word;
    return now >>> NUMBER_SHIFT == execution && isStarted(now);
  }

  /** {@return whether the execution started last is, or was, to end} */
  final boolean isToEnd() {
    return (word & TO_END) != 0;
  }

  /** {@return whether an execution is, or was, to end} */
  final boolean isToEnd(long execution) {
    long now = word;
    return now >>> NUMBER_SHIFT == execution && (now & TO_END) != 0;
  }

  /** {@return whether the execution started last is, or was, to end because its time is up} */
  final boolean isOverdue() {
    return (word & OVERDUE) != 0;
  }

  /** The execution that is in flight is to end; if there is none, nothing is. */
  final void requestCancel() {
    requestEnd(execution(), CANCELLED);
  }

  /**
   * An execution is to end.
   *
   * @return whether it ends as cancelled; false if it has ended, or its time was up before
   */
  final boolean requestCancel(long execution) {
    return requestEnd(execution, CANCELLED);
  }

  /**
   * The time of an execution is up.
   *
   * @return whether it ends for that; false if it has ended, or was cancelled before
   */
  final boolean requestOverdueEnd(long execution) {
    return requestEnd(execution, OVERDUE);
  }

  private boolean requestEnd(long execution, long reason) {
    while (true) {
      long now = word;
      if (now >>> NUMBER_SHIFT != execution || !isStarted(now)) {
        return false;
      }
      if ((now & TO_END) != 0) {
        return (now & reason) != 0;
      }
      if (WORD.compareAndSet(this, now, now | reason)) {
        return true;
      }
    }
  }
}
