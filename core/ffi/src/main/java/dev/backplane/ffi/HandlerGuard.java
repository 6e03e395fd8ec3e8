package dev.backplane.ffi;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the JVM's {@linkplain SignalHandlers handlers of faults} while a library is loaded, looks
 * for its devices or compiles. LLVM, and what is built on it, puts its own in their place at such a
 * time, long before the call returns, and the next two threads that the JVM stops together would
 * end the process. What is replaced is put back at once.
 *
 * <p>Guards may be nested and overlap in several threads: the handlers that count are those from
 * before the first of them.
 */
public final class HandlerGuard implements AutoCloseable {
  private static final long NAP_NANOS = 100_000;

  private static final Object LOCK = new Object();
  private static int guards;
  private static @Nullable SignalHandlers ours;

  private boolean closed;

  private HandlerGuard() {}

  /** {@return a guard, which is in force until it is closed} */
  public static HandlerGuard begin() {
    synchronized (LOCK) {
      if (guards++ == 0) {
        SignalHandlers now = SignalHandlers.save();
        ours = now;
        Thread.ofPlatform().daemon().name("fault-handlers").start(() -> watch(now));
      }
    }
    return new HandlerGuard();
  }

  private static void watch(SignalHandlers handlers) {
    while (restore(handlers)) {
      LockSupport.parkNanos(NAP_NANOS);
    }
  }

  private static boolean restore(SignalHandlers handlers) {
    synchronized (LOCK) {
      if (ours != handlers) {
        return false;
      }
      handlers.restore();
      return true;
    }
  }

  /** Ends the guard; the handlers are the JVM's then. */
  @Override
  public void close() {
    synchronized (LOCK) {
      if (closed || ours == null) {
        return;
      }
      closed = true;
      ours.restore();
      guards--;
      if (guards == 0) {
        ours = null;
      }
    }
  }
}
