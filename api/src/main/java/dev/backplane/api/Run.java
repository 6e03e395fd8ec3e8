package dev.backplane.api;

import dev.backplane.api.contract.Operation;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * One execution of a kernel. It goes on whether or not anyone waits. Safe for use by several
 * threads.
 */
public interface Run {
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
   *     status stays set), or what made the run fail
   */
  @Operation("await run")
  RunReport await(Duration timeout);

  /**
   * Asks the run to stop; it ends as cancelled, or as it would have if it was about to.
   *
   * @return whether it had not ended before
   */
  @Operation("cancel run")
  boolean cancel();

  /**
   * {@return a stage that completes when the run does, with what {@link #await} gives or throws}
   */
  @Operation("run")
  CompletionStage<RunReport> completion();
}
