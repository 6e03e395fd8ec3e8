package dev.backplane.api;

import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The end of a command. The holder closes it; the command goes on whether or not anybody does. Safe
 * for use by several threads.
 */
public interface Event extends AutoCloseable {
  /** Where a command stands. */
  enum Status {
    /** In the queue. */
    QUEUED,
    /** Handed to the device. */
    SUBMITTED,
    /** Executing. */
    RUNNING,
    /** Ended well. */
    COMPLETE,
    /** Ended otherwise; {@link Event#await} says how. */
    FAILED;

    /** {@return whether nothing will happen any more} */
    public boolean isFinal() {
      return this == COMPLETE || this == FAILED;
    }
  }

  /**
   * When a command got where, by the device's clock in nanoseconds.
   *
   * @param queued when it was put into the queue
   * @param submitted when it was handed to the device
   * @param started when it began to execute
   * @param ended when it had executed
   */
  record Times(long queued, long submitted, long started, long ended) {
    /** {@return how long it executed} */
    public Duration execution() {
      return Duration.ofNanos(ended - started);
    }
  }

  /** {@return where the command stands} */
  Status status();

  /**
   * Waits until the command has ended.
   *
   * @param timeout how long to wait at most; the command goes on when it has passed
   * @throws BackplaneException {@link ErrorCode#TIMEOUT} if it has not ended by then, {@link
   *     ErrorCode#CANCELLED} if the waiting thread was interrupted (its interrupt status stays
   *     set), or what made the command fail
   */
  @Operation("await event")
  void await(Duration timeout);

  /**
   * Has something done when the command has ended, well or not, in a thread of its own. What it
   * throws is logged and fails the stage; it cannot get lost, or harm the device.
   *
   * @param callback is told how the command ended; at once if it has
   * @return a stage that completes when the callback has returned
   */
  @Local
  CompletionStage<Void> whenDone(Consumer<Status> callback);

  /**
   * {@return a stage that completes when the command has ended, or fails with what {@link #await}
   * throws}
   */
  @Operation("await event")
  CompletionStage<Void> completion();

  /**
   * Tells when the command got where.
   *
   * @return the times
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} if its queue was made without {@link
   *     QueueFlag#PROFILING}; {@link ErrorCode#IN_USE} if it has not ended
   */
  Times times();

  /** Lets go of the event. */
  @Override
  void close();
}
