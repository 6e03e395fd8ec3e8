package dev.backplane.xrt.card.schedule;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The right of one thread to use the model of a compute unit; the thread that finds it free takes
 * it. Taking it and giving it back are full fences. The owner sees everything that was published
 * before it took the right. A thread that publishes something and then finds the right taken can
 * rely on the owner, if that looks again after it gives the right back.
 */
public final class Ownership {
  private static final int FREE = 0;
  private static final int TAKEN = 1;
  private static final int STOPPED = 2;
  private static final long PAUSE = 20_000;
  private static final int SPINS = 200;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Ownership.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int state;

  /** Free. */
  public Ownership() {}

  /** Takes it if it is free, and says whether it was. */
  public boolean tryTake() {
    return state == FREE && STATE.compareAndSet(this, FREE, TAKEN);
  }

  /**
   * Takes it when it is free.
   *
   * @param deadline until when to wait, by {@link System#nanoTime}
   * @return whether it was taken; false too if it was stopped
   */
  public boolean take(long deadline) {
    for (int spins = 0; !tryTake(); spins++) {
      if (state == STOPPED || deadline - System.nanoTime() <= 0) {
        return false;
      }
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, PAUSE);
      }
    }
    return true;
  }

  /** Gives it back. */
  public void release() {
    state = FREE;
  }

  /** Keeps it for ever; by its owner. */
  public void stop() {
    state = STOPPED;
  }

  /** {@return whether a thread has it} */
  public boolean isTaken() {
    return state == TAKEN;
  }

  /** {@return whether no thread gets it any more} */
  public boolean isStopped() {
    return state == STOPPED;
  }
}
