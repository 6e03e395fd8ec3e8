package dev.backplane.plugin;

import dev.backplane.plugin.limit.SchedulerTime;
import dev.backplane.plugin.limit.TimedCall;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Code of plugins on a thread of its own, waited for as long as it may take: static initialisers,
 * constructors and the symbols' own methods may never end. The thread is a daemon; it is
 * interrupted once, and left behind.
 */
final class LimitedLoad {
  private final TimedCall timed;
  private final CompletableFuture<Boolean> end = new CompletableFuture<>();

  private LimitedLoad(Duration limit) {
    timed = new TimedCall(limit, new SchedulerTime());
  }

  /**
   * Runs code of plugins.
   *
   * @param limit how long it may take, not counting what the machine is too busy for
   * @param work the code
   * @param late is run after the code if nobody waits for it any more
   * @return empty if it has ended, or else what is known of where it hangs
   */
  static String run(Duration limit, Runnable work, Runnable late) {
    LimitedLoad load = new LimitedLoad(limit);
    Thread.ofPlatform().daemon().name("backplane-plugin-load").start(() -> load.runNow(work, late));
    return load.await();
  }

  private void runNow(Runnable work, Runnable late) {
    boolean inTime;
    try {
      timed.begin();
      work.run();
      timed.end();
      inTime = end.complete(true);
    } catch (Throwable e) {
      timed.end();
      inTime = end.completeExceptionally(e);
    }
    if (!inTime) {
      late.run();
    }
  }

  private String await() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          end.get(Math.max(0, timed.nanosLeft()), TimeUnit.NANOSECONDS);
          return "";
        } catch (InterruptedException e) {
          // Loading is all or nothing: whoever interrupts waits for the limit at most.
          interrupted = true;
        } catch (TimeoutException e) {
          // How long the machine had no time for it is known only now.
          if (timed.nanosLeft() <= 0) {
            return overdue();
          }
        } catch (ExecutionException e) {
          throw rethrown(end.exceptionNow());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private String overdue() {
    String text = timed.overdue() + "; its thread is " + timed.where();
    if (end.completeExceptionally(new IllegalStateException("too late"))) {
      var _ = timed.interrupt();
      return text;
    }
    if (end.state() == Future.State.FAILED) {
      throw rethrown(end.exceptionNow());
    }
    return "";
  }

  private static RuntimeException rethrown(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
  }
}
