package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A handle of the table. It is released when it was closed and the last call that uses it is over,
 * so that no call ever meets a handle that is gone.
 */
final class NativeHandle {
  private final String name;
  private final long value;
  private final Runnable release;

  /** Calls that use it, and one more as long as it is open. */
  private final AtomicInteger uses = new AtomicInteger(1);

  private volatile boolean closed;

  NativeHandle(String name, long value, Runnable release) {
    this.name = name;
    this.value = value;
    this.release = release;
  }

  /** The handle for a call that other threads let be, or one that cannot wait: not counted. */
  long open(String operation) {
    if (closed) {
      throw gone(operation);
    }
    return value;
  }

  /** The handle for a call; it is not released before {@link #end}. */
  long begin(String operation) {
    int now = uses.get();
    while (!closed && now > 0) {
      if (uses.compareAndSet(now, now + 1)) {
        return value;
      }
      now = uses.get();
    }
    throw gone(operation);
  }

  /** Holds on to it for somebody who knows that others do, whether or not it was closed. */
  long hold(String operation) {
    if (!holdIfThere()) {
      throw gone(operation);
    }
    return value;
  }

  /** Holds on to it unless it is gone, and says whether it did. */
  boolean holdIfThere() {
    int now = uses.get();
    while (now > 0) {
      if (uses.compareAndSet(now, now + 1)) {
        return true;
      }
      now = uses.get();
    }
    return false;
  }

  /** The call is over. */
  void end() {
    if (uses.decrementAndGet() == 0) {
      release.run();
    }
  }

  /** The handle, for who holds it. */
  long value() {
    return value;
  }

  boolean isClosed() {
    return closed;
  }

  void close() {
    synchronized (this) {
      if (closed) {
        throw gone("close");
      }
      closed = true;
    }
    end();
  }

  private BackplaneException gone(String operation) {
    return BackplaneException.because(ErrorCode.CLOSED, name + " was closed")
        .during(operation)
        .remedy("Use it before it is closed")
        .build();
  }
}
