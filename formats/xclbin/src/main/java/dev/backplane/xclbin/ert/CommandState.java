package dev.backplane.xclbin.ert;

import org.jspecify.annotations.Nullable;

/**
 * The state of a command, bits 3 to 0 of the header. The numbers do not follow the order of a
 * command's life: 7 is not final though 5 and 6 are, so code that waits tests {@link #isFinal()}.
 */
public enum CommandState {
  /** Written by its owner, not taken yet. */
  NEW(1),
  /** Taken by the scheduler. */
  QUEUED(2),
  /** Executing on a compute unit. */
  RUNNING(3),
  /** Ended well. */
  COMPLETED(4),
  /** Refused or failed. */
  ERROR(5),
  /** Ended because somebody asked for it. */
  ABORT(6),
  /** Handed to the embedded scheduler or a queue of the compute unit. */
  SUBMITTED(7),
  /** Ended because it took too long. */
  TIMEOUT(8),
  /** Ended because the other side does not answer any more. */
  NORESPONSE(9),
  /** Ended by an error code of a soft kernel. */
  SKERROR(10),
  /** Ended because a soft kernel crashed. */
  SKCRASHED(11);

  /** One more than the largest number: how many timestamps a statistics block has. */
  public static final int COUNT = 12;

  private static final CommandState[] STATES = values();

  private final int number;

  CommandState(int number) {
    this.number = number;
  }

  /** {@return the number in the header} */
  public int number() {
    return number;
  }

  /** {@return whether the command has ended, well or not} */
  public boolean isFinal() {
    return switch (this) {
      case NEW, QUEUED, RUNNING, SUBMITTED -> false;
      case COMPLETED, ERROR, ABORT, TIMEOUT, NORESPONSE, SKERROR, SKCRASHED -> true;
    };
  }

  /** {@return whether the command has ended, and not well} */
  public boolean isFailure() {
    return isFinal() && this != COMPLETED;
  }

  /**
   * Says whether a command may go from this state straight to another one.
   *
   * <p>Forwards only: new, queued, submitted, running, ended; submitted may be left out where no
   * queue lies between, running where nobody saw the start. A command that is not queued cannot
   * have completed, only a compute unit can be out of reach or crash, and what has ended begins
   * again only by its owner, with new.
   *
   * @param next the other state
   * @return whether that is a valid transition
   */
  public boolean mayBecome(CommandState next) {
    return switch (this) {
      case NEW -> next == QUEUED || next == ERROR || next == ABORT;
      case QUEUED ->
          next == SUBMITTED
              || next == RUNNING
              || next == COMPLETED
              || next == ERROR
              || next == ABORT
              || next == TIMEOUT;
      case SUBMITTED -> next == RUNNING || next.isFinal();
      case RUNNING -> next.isFinal();
      case COMPLETED, ERROR, ABORT, TIMEOUT, NORESPONSE, SKERROR, SKCRASHED -> next == NEW;
    };
  }

  /**
   * Looks a number up.
   *
   * @param number the number in the header
   * @return the state, or null if there is none of that number
   */
  public static @Nullable CommandState of(int number) {
    return number >= 1 && number < COUNT ? STATES[number - 1] : null;
  }
}
