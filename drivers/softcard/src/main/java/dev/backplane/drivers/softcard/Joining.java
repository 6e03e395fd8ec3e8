package dev.backplane.drivers.softcard;

import java.time.Duration;

/** Waiting for threads that must have ended before memory is freed. */
final class Joining {
  private Joining() {}

  /** Waits, interrupted or not, and says whether the thread ended by the deadline. */
  static boolean joined(Thread thread, long deadline) {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
