package dev.backplane.cli.command;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Handles Ctrl-C: cancels work in flight, and waits for the command to leave its {@code try}
 * blocks, which remove temporary files and close devices. The JVM then ends with 130 by itself.
 * Safe for use by several threads.
 */
public final class Interruption {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Set<Runnable> cancellations = new LinkedHashSet<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean interrupted;

  /** {@return an interruption that comes when the process is told to end} */
  public static Interruption onShutdown() {
    Interruption interruption = new Interruption();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(interruption::shutDown, "backplane-interruption"));
    return interruption;
  }

  /** {@return whether the process is being ended from outside} */
  public boolean interrupted() {
    return interrupted;
  }

  /**
   * Does something that Ctrl-C shall cut short.
   *
   * @param cancel ends the work soon; may be called from another thread, also after it ended
   * @param work what to do
   * @return what the work gives
   */
  public <T> T cancelling(Runnable cancel, Supplier<T> work) {
    synchronized (cancellations) {
      cancellations.add(cancel);
    }
    try {
      if (interrupted) {
        cancel.run();
      }
      return work.get();
    } finally {
      synchronized (cancellations) {
        cancellations.remove(cancel);
      }
    }
  }

  /** The command has left all its {@code try} blocks. */
  public void commandEnded() {
    ended.countDown();
  }

  /** Cancels what is registered. */
  public void interrupt() {
    interrupted = true;
    Set<Runnable> now;
    synchronized (cancellations) {
      now = new LinkedHashSet<>(cancellations);
    }
    for (Runnable cancel : now) {
      try {
        cancel.run();
      } catch (RuntimeException e) {
        // The others are cancelled all the same, and the command gets its time to clean up.
        System.getLogger(Interruption.class.getName())
            .log(System.Logger.Level.WARNING, "cancelling what is running", e);
      }
    }
  }

  private void shutDown() {
    if (ended.getCount() == 0) {
      return; // an ordinary end
    }
    interrupt();
    try {
      if (!ended.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        System.err.println("backplane: what was running did not stop within " + PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
