package dev.backplane.runtime.manager;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands work over to threads of an executor. To wake a thread that sleeps takes tens of
 * microseconds where its processor sleeps too, more than most calls of plugins. So after calls that
 * come close upon one another, a thread that has done its work looks for more, for a moment, before
 * it goes back to the executor. Safe for use by several threads.
 */
final class LingeringExecutor {
  /** The time for which a thread looks for more work. */
  private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  /** Looking keeps a processor from others, so one has to be left. */
  private static final boolean MAY_LOOK = Runtime.getRuntime().availableProcessors() > 1;

  private final Executor executor;

  /** The thread that looks; one at most. */
  private final AtomicReference<@Nullable Looking> looking = new AtomicReference<>();

  /** True if work came soon after the work before it. */
  private volatile boolean isBusy;

  private volatile long idleSince = System.nanoTime();

  /** A thread that looks for work, and what it is given. */
  private static final class Looking {
    volatile @Nullable Runnable work;
  }

  LingeringExecutor(Executor executor) {
    this.executor = executor;
  }

  /** True while calls follow each other closely, so that it pays to look for the next one. */
  boolean isBusy() {
    return isBusy;
  }

  /** Runs work on a thread. */
  void execute(Runnable work) {
    isBusy = MAY_LOOK && System.nanoTime() - idleSince < 2 * LOOK_NANOS;
    Looking found = looking.getAndSet(null);
    if (found == null) {
      executor.execute(() -> run(work));
    } else {
      found.work = work;
    }
  }

  private void run(Runnable first) {
    Runnable work = first;
    while (work != null) {
      work.run();
      idleSince = System.nanoTime();
      work = isBusy ? look() : null;
    }
  }

  /** Looks for a moment, or until something is there. */
  static void lookFor(BooleanSupplier found) {
    long begin = System.nanoTime();
    while (!found.getAsBoolean() && System.nanoTime() - begin < LOOK_NANOS) {
      Thread.onSpinWait();
    }
  }

  private @Nullable Runnable look() {
    Looking here = new Looking();
    if (!looking.compareAndSet(null, here)) {
      return null;
    }
    lookFor(() -> here.work != null);
    if (here.work == null && looking.compareAndSet(here, null)) {
      return null;
    }
    // It was found, so work is there or comes at once.
    while (here.work == null) {
      Thread.onSpinWait();
    }
    return here.work;
  }
}
