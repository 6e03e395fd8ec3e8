package dev.backplane.api;

import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * One execution of a call, or one transfer. It goes on whether or not anyone waits, and is not
 * closed: the device lets go of what it holds for a run when its end has been noticed, at the
 * latest when the queue is closed. Safe for use by several threads.
 */
public interface Run {
  /**
   * The times at which a run reached its stages, by the device's clock in nanoseconds.
   *
   * @param queued when it was put into the queue
   * @param submitted when it was handed to the device
   * @param started when it began to execute
   * @param ended when its execution ended
   */
  record Times(long queued, long submitted, long started, long ended) {
    /** {@return how long it executed} */
    public Duration execution() {
      return Duration.ofNanos(ended - started);
    }
  }

  /** {@return where it stands} */
  @Operation("state of run")
  RunState state();

  /**
   * Waits until the run completed.
   *
   * @param timeout how long to wait at most; the run goes on when it has passed
   * @return what the run took
   * @throws BackplaneException {@link ErrorCode#TIMEOUT} if it has not ended by then, {@link
   *     ErrorCode#CANCELLED} if it was cancelled or the waiting thread interrupted (its interrupt
   *     status stays set), {@link ErrorCode#INVALID_ARGUMENT} if it was never started, or what made
   *     the run fail
   */
  @Operation("await run")
  RunReport await(Duration timeout);

  /**
   * Waits until the run ended, well or not: {@link #await} without a report or an exception.
   *
   * @param timeout how long to wait at most; the run goes on when it has passed
   * @return where it stands then, {@linkplain RunState#isFinal() final} unless the time has passed
   *     or the waiting thread was interrupted
   */
  @Operation("await run")
  RunState join(Duration timeout);

  /**
   * Asks the run to end early. Never throws because the device cannot; {@link Kernels#abilities}
   * tells beforehand what it can.
   *
   * @return whether it will end early, as cancelled; false if it has ended, or ends as it would
   *     have
   */
  @Operation("cancel run")
  boolean cancel();

  /**
   * {@return a stage that completes when the run does, with what {@link #await} gives or throws}
   */
  @Operation("run")
  CompletionStage<RunReport> completion();

  /**
   * Has something done when the run has ended, well or not, in a thread of its own. What it throws
   * is logged and fails the stage; it cannot get lost, or harm the device.
   *
   * @param callback is told how the run ended; at once if it has
   * @return a stage that completes when the callback has returned
   */
  @Local
  CompletionStage<Void> whenDone(Consumer<RunState> callback);

  /**
   * Tells when the run got where.
   *
   * @return the times
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} if its queue was made without {@link
   *     QueueFlag#PROFILING}; {@link ErrorCode#IN_USE} if it has not ended
   */
  @Operation("times of run")
  Times times();
}
