package dev.backplane.api;

import dev.backplane.api.contract.Composed;
import dev.backplane.api.contract.Operation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The events of a device as one subscriber has them: nothing that came since it subscribed is lost,
 * in the order in which it came. The stream keeps a bounded number of events. If its reader is
 * slower than that, the oldest give way, and {@link DeviceEvent.Lost} stands in their place;
 * interrupts never do, because messages of the same interrupt become one.
 *
 * <p>Safe for use by several threads, which then share what comes.
 */
public interface EventStream extends AutoCloseable {
  /**
   * Waits for the next event.
   *
   * @param timeout how long to wait at most
   * @return the event; empty if none came in time
   * @throws BackplaneException {@link ErrorCode#CANCELLED} if the thread is interrupted, which it
   *     stays; {@link ErrorCode#CLOSED} if the stream or its device is closed, also while this
   *     waits
   */
  @Operation("wait for an event of")
  Optional<DeviceEvent> next(Duration timeout);

  /**
   * Has every event given to a callback, in a thread of its own, until the stream ends. What the
   * callback throws is logged, and the next event is given to it all the same.
   *
   * @param callback is told of one event at a time; it may close the stream
   * @return a stage that completes when the stream was closed and the callback has returned, or
   *     fails with what made waiting fail
   */
  @Composed
  default CompletionStage<Void> forEach(Consumer<? super DeviceEvent> callback) {
    return new EventDelivery(this, callback).begin();
  }

  /** Ends it; who waits for it is told so. Closing again does nothing. */
  @Override
  void close();
}
