package dev.backplane.api;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The thread that gives the events of a stream to a callback. */
final class EventDelivery {
  /** It looks again after that time; nothing depends on it. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final EventStream stream;
  private final Consumer<? super DeviceEvent> callback;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  EventDelivery(EventStream stream, Consumer<? super DeviceEvent> callback) {
    this.stream = stream;
    this.callback = callback;
  }

  /** Not a virtual thread: a driver may wait in native code. */
  CompletionStage<Void> begin() {
    Thread.ofPlatform().daemon().name("events of " + stream).start(this::deliver);
    // Whoever completes what is given out must not confuse the thread.
    return ended.minimalCompletionStage();
  }

  private void deliver() {
    try {
      while (true) {
        stream.next(PATIENCE).ifPresent(this::give);
      }
    } catch (BackplaneException e) {
      if (e.code() == ErrorCode.CLOSED) {
        ended.complete(null);
      } else {
        ended.completeExceptionally(e);
      }
    } catch (Throwable e) {
      // A callback's errors do not come here: the stream itself is broken, and somebody may wait.
      ended.completeExceptionally(e);
    }
  }

  private void give(DeviceEvent event) {
    try {
      callback.accept(event);
    } catch (Throwable e) {
      // Errors too: what comes later concerns the callback as much.
      System.getLogger(EventDelivery.class.getName())
          .log(System.Logger.Level.ERROR, "what was to be done at " + event + " failed", e);
    }
  }
}
