package dev.backplane.drivers.capi.card;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The right to use an AFU, which one thread has at a time. The thread that lets it work gives way
 * to those that wait.
 */
final class Turn {
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong returns = new AtomicLong();
  private final Duration patience;

  /**
   * @param patience how long a thread waits for its turn
   */
  Turn(Duration patience) {
    this.patience = patience;
  }

  /** {@return something to wait for while another thread has the turn} */
  Condition condition() {
    return lock.newCondition();
  }

  /** Takes the turn, however long that takes: for the thread of the AFU. */
  void take() {
    lock.lock();
  }

  /** Takes the turn, before the AFU goes on; false if it does not return. */
  boolean takeInTime() {
    if (lock.tryLock()) {
      return true;
    }
    boolean interrupted = false;
    waiting.incrementAndGet();
    try {
      long end = System.nanoTime() + patience.toNanos();
      while (true) {
        try {
          return lock.tryLock(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      waiting.decrementAndGet();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Gives the turn back. */
  void giveBack() {
    returned();
    lock.unlock();
  }

  /** Says that the AFU has returned. */
  void returned() {
    returns.incrementAndGet();
  }

  /** {@return how often it has: if this stays the same, it does not} */
  long returns() {
    return returns.get();
  }

  /** Lets those that wait have their turn, and takes it again. */
  void letOthersIn() {
    if (waiting.get() > 0) {
      lock.unlock();
      try {
        while (waiting.get() > 0) {
          Thread.onSpinWait();
        }
      } finally {
        lock.lock();
      }
    }
  }
}
