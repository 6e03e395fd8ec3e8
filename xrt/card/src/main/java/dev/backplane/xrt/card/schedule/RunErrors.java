package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RunState;
import java.time.Duration;

/** The errors that a client meets at a run. */
final class RunErrors {
  private RunErrors() {}

  static BackplaneException inFlight(String run, String operation) {
    return BackplaneException.because(ErrorCode.IN_USE, "an execution is in flight")
        .during(operation)
        .on(run)
        .remedy("Wait for it to end, or cancel it")
        .build();
  }

  static BackplaneException neverStarted(String run, String operation) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "it was never started")
        .during(operation)
        .on(run)
        .remedy("Start it first")
        .build();
  }

  static BackplaneException closed(String run) {
    return BackplaneException.because(ErrorCode.CLOSED, "it was closed")
        .on(run)
        .remedy("Make another call")
        .build();
  }

  static BackplaneException interrupted(String run) {
    return BackplaneException.because(
            ErrorCode.CANCELLED, "the waiting thread was interrupted; the run goes on")
        .during("await")
        .on(run)
        .build();
  }

  static BackplaneException notEnded(String run, RunState state, Duration timeout) {
    return BackplaneException.because(
            ErrorCode.TIMEOUT, "still " + state + " after " + timeout.toMillis() + " ms")
        .during("await")
        .on(run)
        .remedy("Wait longer, or cancel the run")
        .build();
  }

  static BackplaneException overLimit(String subject) {
    return BackplaneException.because(ErrorCode.TIMEOUT, "it took longer than its limit")
        .on(subject)
        .remedy("Set a longer limit, or none")
        .build();
  }

  static BackplaneException cancelled(String subject) {
    return BackplaneException.because(ErrorCode.CANCELLED, "the run was cancelled")
        .on(subject)
        .build();
  }

  /** A thread that accesses the registers of a unit does not come back. */
  static BackplaneException occupied(ScheduledUnit unit) {
    return BackplaneException.because(
            ErrorCode.TIMEOUT, "a register access on %s does not end".formatted(unit.plan().name()))
        .on(unit.toString())
        .remedy("Reset the card")
        .build();
  }

  /** An execution was aborted, and its unit did not end it in time. */
  static BackplaneException abortIgnored(ScheduledUnit unit) {
    int seconds = KillClock.KILL_TICKS / KillClock.RATE;
    return BackplaneException.because(
            ErrorCode.TIMEOUT,
            "the execution was aborted and did not end within %d s".formatted(seconds))
        .on(unit.toString())
        .remedy(
            unit.plan().control().softReset()
                ? "Its compute unit was reset and can be used again"
                : "Reset the card: its scheduler starts nothing more, for the compute unit"
                    + " cannot be reset by itself")
        .build();
  }
}
