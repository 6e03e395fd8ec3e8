package dev.backplane.xrt.card.schedule;

import dev.backplane.api.RunState;

/** The phase of a run in the scheduler, with the phases that may follow it. */
public enum Phase {
  /** Never started. */
  NEW(0, RunState.NEW),
  /** Given to a compute unit, not begun. */
  QUEUED(1, RunState.QUEUED),
  /** On the compute unit. */
  RUNNING(2, RunState.RUNNING),
  /** Ended well. */
  COMPLETED(3, RunState.COMPLETED),
  /** Ended by a failure. */
  FAILED(4, RunState.FAILED),
  /** Ended because it was cancelled. */
  ABORTED(5, RunState.CANCELLED),
  /** Ended because its time was up. */
  TIMED_OUT(6, RunState.FAILED);

  private static final Phase[] ALL = values();

  private final int number;
  private final RunState state;

  Phase(int number, RunState state) {
    this.number = number;
    this.state = state;
  }

  /** {@return the phase with a number} */
  public static Phase of(int number) {
    return ALL[number];
  }

  /** {@return its number, from 0 in the order of the phases, for a field that is swapped} */
  public int number() {
    return number;
  }

  /** {@return what the holder of the run is told} */
  public RunState state() {
    return state;
  }

  /** {@return whether it is neither queued nor on a unit} */
  public boolean isIdle() {
    return this != QUEUED && this != RUNNING;
  }

  /** {@return whether a run may go on to another phase: a run that ended may be started again} */
  public boolean mayBecome(Phase next) {
    return switch (this) {
      case NEW, COMPLETED, FAILED, ABORTED, TIMED_OUT -> next == QUEUED;
      case QUEUED -> next == RUNNING || next == FAILED || next == ABORTED || next == TIMED_OUT;
      case RUNNING -> next == COMPLETED || next == FAILED || next == ABORTED || next == TIMED_OUT;
    };
  }
}
