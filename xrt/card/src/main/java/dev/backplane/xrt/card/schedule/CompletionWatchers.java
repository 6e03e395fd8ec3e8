package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.RunReport;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads and stages that wait for the end of a run. A run that nothing waits for pays for one
 * flag: a waiting thread sets it before it reads the phase, and the thread that ends the run reads
 * it after it has changed the phase. All four accesses are volatile, so one of the two sees the
 * other.
 */
final class CompletionWatchers {
  /** A run whose end is awaited. */
  interface Run {
    Phase phase();

    /** {@return why the execution that ended last failed, if it did} */
    @Nullable BackplaneException failure();

    RunReport report();
  }

  private final Run run;
  private volatile boolean any;

  /** Made when asked for. */
  private @Nullable CompletableFuture<RunReport> stage;

  CompletionWatchers(Run run) {
    this.run = run;
  }

  /** A new execution begins; the stage of the last one was settled when that ended. */
  void begin() {
    if (stage != null) {
      renew();
    }
  }

  private synchronized void renew() {
    // The run is queued again, and what it ended with the last time is still there.
    settle();
    stage = null;
  }

  /**
   * Waits until the run has ended.
   *
   * @return whether it has; false too if the thread was interrupted, which it stays
   */
  boolean await(Duration timeout) {
    long end = System.nanoTime() + nanos(timeout);
    synchronized (this) {
      while (true) {
        any = true;
        if (run.phase().isIdle()) {
          return true;
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    }
  }

  private static long nanos(Duration timeout) {
    try {
      // Less than what overflows when it is added to a time.
      return Math.min(timeout.toNanos(), Long.MAX_VALUE / 2);
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE / 2;
    }
  }

  synchronized CompletionStage<RunReport> stage() {
    CompletableFuture<RunReport> asked = stage;
    if (asked == null) {
      asked = new CompletableFuture<>();
      stage = asked;
      any = true;
      if (run.phase().isIdle()) {
        settle(asked, run.failure(), run.report());
      }
    }
    return asked.minimalCompletionStage();
  }

  void signal() {
    if (any) {
      signalAll();
    }
  }

  private synchronized void signalAll() {
    any = false;
    notifyAll();
    if (run.phase().isIdle()) {
      settle();
    }
  }

  /** Completes the stage of the execution that ended last. */
  private void settle() {
    CompletableFuture<RunReport> waiting = stage;
    if (waiting != null && !waiting.isDone()) {
      BackplaneException failure = run.failure();
      RunReport report = run.report();
      // What follows is the program's code: never on a unit's thread, never under a lock.
      Thread.startVirtualThread(() -> settle(waiting, failure, report));
    }
  }

  private static void settle(
      CompletableFuture<RunReport> future, @Nullable BackplaneException failure, RunReport report) {
    if (failure != null) {
      future.completeExceptionally(failure);
    } else {
      future.complete(report);
    }
  }
}
