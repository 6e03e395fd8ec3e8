package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.xrt.card.board.FirewallPort;
import org.jspecify.annotations.Nullable;

/** Receives the events of compute units for the scheduler. */
interface UnitEvents {
  /** An execution failed. Some failures stop the card. */
  void failed(BackplaneException reason);

  /** A unit did what the firewall does not let pass; called under the card's lock. */
  void faulted(FirewallPort port, BackplaneException reason);

  /** A unit can be neither used nor reset; called under the card's lock. */
  void stuck(BackplaneException reason);

  /** A short unit, on which something was executed, is free. */
  void released(ScheduledUnit unit);

  /**
   * An execution has ended that registers have started.
   *
   * @param cycles what it took; -1 if none were counted
   * @param failure why it failed, or null
   */
  void registerStartEnded(ScheduledUnit unit, long cycles, @Nullable BackplaneException failure);

  /** A unit with a thread has ended an execution. */
  void threadEnded(ScheduledUnit unit);

  /** A unit has raised its interrupt, and no scheduler of the card has taken it. */
  void interrupted(ScheduledUnit unit);

  /** {@return whether somebody waits for the interrupt of a unit, which can raise it} */
  boolean isAwaited(ScheduledUnit unit);

  /** {@return whether an execution that a register access starts was counted when it was given} */
  boolean countsRegisterStarts();
}
