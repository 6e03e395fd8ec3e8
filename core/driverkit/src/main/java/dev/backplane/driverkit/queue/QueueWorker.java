package dev.backplane.driverkit.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Begins commands that became ready after they were submitted. Its thread is there when needed. */
final class QueueWorker {
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final String name;

  // Both guarded by this.
  private final Deque<QueuedCommand> ready = new ArrayDeque<>();
  private @Nullable Thread thread;

  QueueWorker(String name) {
    this.name = name;
  }

  synchronized void add(QueuedCommand command) {
    ready.add(command);
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name(name).start(this::work);
    } else {
      notifyAll();
    }
  }

  private void work() {
    for (QueuedCommand next = next(); next != null; next = next()) {
      next.begin();
    }
  }

  private synchronized @Nullable QueuedCommand next() {
    long end = System.nanoTime() + IDLE_NANOS;
    try {
      for (long left = IDLE_NANOS; ready.isEmpty() && left > 0; left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to; what is ready is begun, and the thread ends.
      System.getLogger(QueueWorker.class.getName())
          .log(System.Logger.Level.DEBUG, name + " was interrupted");
    }
    QueuedCommand next = ready.poll();
    if (next == null) {
      thread = null;
    }
    return next;
  }
}
