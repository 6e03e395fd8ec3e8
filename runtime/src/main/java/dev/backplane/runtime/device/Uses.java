package dev.backplane.runtime.device;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Counts what uses a piece of memory; it is closed only while nothing does. */
final class Uses {
  private static final int CLOSED = -1;
  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(Uses.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** How many there are, or {@link #CLOSED}. Changed through {@link #COUNT}. */
  private volatile int count;

  /** Notes a use, unless it is closed. */
  boolean begin() {
    int now = count;
    while (now != CLOSED) {
      if (COUNT.compareAndSet(this, now, now + 1)) {
        return true;
      }
      now = count;
    }
    return false;
  }

  void end() {
    int now = count;
    // What was closed with its device is not counted any more.
    while (now > 0 && !COUNT.compareAndSet(this, now, now - 1)) {
      now = count;
    }
  }

  boolean isClosed() {
    return count == CLOSED;
  }

  /** Closes it if nothing uses it. */
  boolean close() {
    return COUNT.compareAndSet(this, 0, CLOSED);
  }

  /** Closes it whatever uses it, and says whether it was open. */
  boolean closeAnyway() {
    return (int) COUNT.getAndSet(this, CLOSED) != CLOSED;
  }

  /** Takes back {@link #close}, with nothing that uses it. */
  void reopen() {
    count = 0;
  }
}
