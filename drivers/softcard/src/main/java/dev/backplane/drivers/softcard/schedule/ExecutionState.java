package dev.backplane.drivers.softcard.schedule;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state of a run that is started again and again: the number of the execution started last and
 * its {@link Phase}, in one word. A request to end an execution names its number, so that it never
 * ends the next one.
 *
 * @param <N> the run
 */
abstract class ExecutionState<N extends IntrusiveQueue.Node<N>> extends IntrusiveQueue.Node<N> {
  private static final int PHASE_BITS = 3;
  private static final long PHASE_MASK = (1 << PHASE_BITS) - 1;
  private static final long QUEUED = Phase.QUEUED.number();
  private static final long RUNNING = Phase.RUNNING.number();
  private static final VarHandle WORD;
  private static final VarHandle CANCELLED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      WORD = lookup.findVarHandle(ExecutionState.class, "word", long.class);
      CANCELLED = lookup.findVarHandle(ExecutionState.class, "cancelled", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The phase in the lowest bits, the number of the execution above them. */
  private volatile long word = Phase.NEW.number();

  /** The latest execution that is to end before it has ended by itself. */
  private volatile long cancelled = -1;

  final long word() {
    return word;
  }

  /** The first execution is queued already. */
  final void beginQueued() {
    word = 1L << PHASE_BITS | QUEUED;
  }

  /**
   * Queues the next execution.
   *
   * @param before the word as it was a moment ago
   * @return the number of the execution; -1 if one is in flight
   */
  final long queue(long before) {
    long phase = before & PHASE_MASK;
    long execution = (before >>> PHASE_BITS) + 1;
    return phase != QUEUED
            && phase != RUNNING
            && WORD.compareAndSet(this, before, execution << PHASE_BITS | QUEUED)
        ? execution
        : -1;
  }

  /** An execution that was queued is refused: the phase is the one before. */
  final void unqueue(long execution, long before) {
    WORD.setRelease(this, execution << PHASE_BITS | (before & PHASE_MASK));
  }

  /** The execution is on a compute unit; called by the thread that has it. */
  final void running() {
    WORD.setOpaque(this, ((long) WORD.get(this) & ~PHASE_MASK) | RUNNING);
  }

  /** The execution has ended; called by the thread that has it. */
  final void ended(Phase last) {
    WORD.setRelease(this, ((long) WORD.get(this) & ~PHASE_MASK) | last.number());
  }

  /** {@return the phase of the execution that was started last} */
  public final Phase phase() {
    return phaseOf(word);
  }

  private static Phase phaseOf(long word) {
    return Phase.of((int) (word & PHASE_MASK));
  }

  /** {@return the number of the execution that was started last} */
  final long execution() {
    return word >>> PHASE_BITS;
  }

  /** {@return whether an execution was started and has not ended} */
  final boolean isInFlight(long execution) {
    long now = word;
    return now >>> PHASE_BITS == execution && !phaseOf(now).isIdle();
  }

  /** {@return whether the execution started last is to end} */
  final boolean cancelRequested() {
    return cancelled == execution();
  }

  final boolean cancelRequested(long execution) {
    return cancelled == execution;
  }

  /** The execution that is in flight is to end. */
  final void requestCancel() {
    requestCancel(execution());
  }

  /** An execution is to end; one that has ended is not started again by that number. */
  final void requestCancel(long execution) {
    long latest = cancelled;
    // A later execution is not forgotten for an earlier one.
    while (latest < execution && !CANCELLED.compareAndSet(this, latest, execution)) {
      latest = cancelled;
    }
  }
}
