package dev.backplane.rtl.cardkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The right to use an accelerator, which one thread has at a time. The thread that lets it work
 * gives way to those that wait.
 */
final class Turn {
  /** Fair, so that the accelerator works on while a program polls its registers. */
  private final ReentrantLock lock = new ReentrantLock(true);

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

  /** Takes the turn, however long that takes: for the thread of the accelerator. */
  void take() {
    lock.lock();
  }

  /**
   * Takes the turn, before the accelerator goes on.
   *
   * @return false if the accelerator does not return in time
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  boolean takeInTime() throws InterruptedException {
    return lock.tryLock() || takeInTime(patience);
  }

  private boolean takeInTime(Duration limit) throws InterruptedException {
    waiting.incrementAndGet();
    try {
      return lock.tryLock(limit.toNanos(), TimeUnit.NANOSECONDS);
    } finally {
      waiting.decrementAndGet();
    }
  }

  /** Takes the turn in the time of a limit; an interrupt of the thread is kept for later. */
  boolean takeUninterruptibly(Duration limit) {
    boolean interrupted = false;
    long end = System.nanoTime() + limit.toNanos();
    try {
      while (true) {
        try {
          return takeInTime(Duration.ofNanos(end - System.nanoTime()));
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

  /** Gives the turn back. */
  void giveBack() {
    returned();
    lock.unlock();
  }

  /** Says that the accelerator has returned. */
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
