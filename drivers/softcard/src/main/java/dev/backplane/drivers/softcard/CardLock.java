package dev.backplane.drivers.softcard;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a card. Who ends a run under it has others told when it is free again: they may begin
 * commands that depend on the run, access the card, or wait for it.
 */
final class CardLock {

  private final ReentrantLock lock = new ReentrantLock();

  /** What is to be done without the lock; guarded by it. */
  private List<Runnable> due = new ArrayList<>();

  void lock() {
    lock.lock();
  }

  /** Gives it back. The last of nested calls does what is due. */
  void unlock() {
    if (due.isEmpty() || lock.getHoldCount() > 1) {
      lock.unlock();
      return;
    }
    List<Runnable> work = due;
    due = new ArrayList<>();
    lock.unlock();
    work.forEach(CardLock::perform);
  }

  Condition newCondition() {
    return lock.newCondition();
  }

  /**
   * Does something without the lock: at once, or when the calling thread has given it back. What it
   * throws is logged, so that it ends no thread of the card.
   */
  void afterwards(Runnable work) {
    if (lock.isHeldByCurrentThread()) {
      due.add(work);
    } else {
      perform(work);
    }
  }

  private static void perform(Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      // Errors too: the threads that come by here serve all holders.
      System.getLogger(CardLock.class.getName())
          .log(System.Logger.Level.ERROR, "what follows the end of a run failed", e);
    }
  }
}
