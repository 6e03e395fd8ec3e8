package dev.backplane.driverkit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts what uses a thing, so that it is not freed while anything does. A use costs one atomic
 * operation at its begin and one at its end.
 *
 * <p>There are two ways to close: {@link #closeIfUnused} is refused while there are uses, and
 * {@link #close} lets no more begin and leaves the freeing to whoever ends the last one. One caller
 * frees the thing: who is answered {@code true} by {@code closeIfUnused} or {@code end}, or {@link
 * Closing#UNUSED} by {@code close}.
 */
public final class UseCount {
  /** The result of closing. */
  public enum Closing {
    /** Nothing uses it: the caller frees it. */
    UNUSED,
    /** Something uses it: whoever ends the last use frees it. */
    IN_USE,
    /** It was closed before. */
    CLOSED_BEFORE
  }

  /** Closed; so many more than this are uses that have not ended. */
  private static final int CLOSED = Integer.MIN_VALUE;

  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(UseCount.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The number of uses; {@link #CLOSED} is added when it is closed. */
  private volatile int count;

  /** Nothing uses it yet. */
  public UseCount() {}

  /**
   * Begins a use. Whoever is refused uses nothing, though the thing may be open again by now.
   *
   * @return whether it is open
   */
  public boolean begin() {
    int now = count;
    while (now >= 0) {
      if (COUNT.compareAndSet(this, now, now + 1)) {
        return true;
      }
      now = count;
    }
    return false;
  }

  /**
   * Begins a use of what may be closed but is not freed yet.
   *
   * @return whether it is not freed
   */
  public boolean beginUnlessFreed() {
    int now = count;
    while (now != CLOSED) {
      if (COUNT.compareAndSet(this, now, now + 1)) {
        return true;
      }
      now = count;
    }
    return false;
  }

  /**
   * Ends a use.
   *
   * @return whether it was the last one of what was closed, so that the caller frees it
   */
  public boolean end() {
    return (int) COUNT.getAndAdd(this, -1) == CLOSED + 1;
  }

  /** {@return whether it was closed} */
  public boolean isClosed() {
    return count < 0;
  }

  /** {@return how many uses have not ended} */
  public int uses() {
    return count & ~CLOSED;
  }

  /**
   * Closes it if it is open and nothing uses it.
   *
   * @return whether it did, so that the caller frees the thing or {@linkplain #reopen takes it
   *     back}
   */
  public boolean closeIfUnused() {
    return COUNT.compareAndSet(this, 0, CLOSED);
  }

  /** Takes {@link #closeIfUnused} back: the thing is not freed after all. */
  public void reopen() {
    COUNT.compareAndSet(this, CLOSED, 0);
  }

  /**
   * Closes it, whatever uses it.
   *
   * @return who frees the thing
   */
  public Closing close() {
    int now = count;
    while (now >= 0) {
      if (COUNT.compareAndSet(this, now, CLOSED + now)) {
        return now == 0 ? Closing.UNUSED : Closing.IN_USE;
      }
      now = count;
    }
    return Closing.CLOSED_BEFORE;
  }
}
