package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The calls that are on their way through the manager: none begins after closing, and plugins are
 * finalised only when those that had begun have ended.
 */
final class Uses {
  /** One party for the manager, one for every call on its way. */
  private final Phaser parties = new Phaser(1);

  private volatile boolean closed;

  /** A call on its way; closing it ends it. */
  interface Use extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Begins a call.
   *
   * @throws BackplaneException {@link ErrorCode#CLOSED}
   */
  Use begin(String operation) {
    // Registered first: a close that does not see this call is seen by it.
    parties.register();
    if (closed) {
      parties.arriveAndDeregister();
      throw closed(operation);
    }
    return parties::arriveAndDeregister;
  }

  /** Lets no more calls begin. */
  void close() {
    closed = true;
  }

  /**
   * Waits for the calls that had begun.
   *
   * @param patience how long at most; plugins that take longer are finalised under their calls
   */
  void awaitEnd(Duration patience) {
    int phase = parties.arrive();
    try {
      parties.awaitAdvanceInterruptibly(phase, patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      System.getLogger(Uses.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "closing while {0} calls are still on their way",
              parties.getUnarrivedParties());
    }
  }

  static BackplaneException closed(String operation) {
    return BackplaneException.because(ErrorCode.CLOSED, "Backplane was closed")
        .during(operation)
        .remedy("Open it again")
        .build();
  }
}
