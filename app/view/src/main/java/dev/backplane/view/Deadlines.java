package dev.backplane.view;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends reads and writes that take too long: a browser that neither reads nor closes would keep a
 * thread for ever. Safe for use by several threads.
 */
public final class Deadlines implements AutoCloseable {
  private final ScheduledThreadPoolExecutor clock =
      new ScheduledThreadPoolExecutor(
          1, work -> Thread.ofPlatform().daemon().name("backplane-view-deadlines").unstarted(work));

  /** Begins; one thread, which ends with {@link #close}. */
  public Deadlines() {
    clock.setRemoveOnCancelPolicy(true);
  }

  /** Work with a connection. */
  @FunctionalInterface
  public interface Work {
    /**
     * Works.
     *
     * @throws IOException if the connection fails
     */
    void run() throws IOException;
  }

  /** Interrupts one thread, unless its work is done by then. */
  private static final class Alarm implements Runnable {
    private final Thread worker = Thread.currentThread();
    private boolean isOver;

    @Override
    public synchronized void run() {
      if (!isOver) {
        worker.interrupt();
      }
    }

    synchronized void end() {
      isOver = true;
    }
  }

  /**
   * Works, for some time at most.
   *
   * @param time how long
   * @param work what is done with the connection
   * @throws IOException if the work fails, or took too long: then the connection is closed
   */
  public void within(Duration time, Work work) throws IOException {
    Alarm alarm = new Alarm();
    var scheduled = clock.schedule(alarm, time.toMillis(), TimeUnit.MILLISECONDS);
    try {
      work.run();
    } finally {
      alarm.end();
      scheduled.cancel(false);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
