package dev.backplane.xrt.card.schedule;

import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a card, with the one way out of it: code of a client, a kernel or another compute
 * unit is not called under the lock, but posted, and delivered when the lock is free.
 */
public final class CardLock {
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final Deliveries outbox = new Deliveries();

  public void lock() {
    lock.lock();
  }

  /** Gives it back. The last of nested calls delivers what was posted. */
  public void unlock() {
    if (outbox.isEmpty() || lock.getHoldCount() > 1) {
      lock.unlock();
      return;
    }
    List<Runnable> posted = outbox.take();
    lock.unlock();
    posted.forEach(Deliveries::deliver);
  }

  /** {@return whether the calling thread has it} */
  public boolean isHeld() {
    return lock.isHeldByCurrentThread();
  }

  public Condition newCondition() {
    return lock.newCondition();
  }

  /** Does something without the lock: at once, or when the calling thread has given it back. */
  public void post(Runnable delivery) {
    if (lock.isHeldByCurrentThread()) {
      outbox.add(delivery);
    } else {
      Deliveries.deliver(delivery);
    }
  }
}
