package dev.backplane.pi.table.device;

import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiCallbacks;
import dev.backplane.pi.table.PiResult;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that wait for a command to end, which the plugin calls back for: once, however often
 * it is waited for, and not after it was forgotten. A command may never end.
 */
final class EndCallback {
  private static final int COMPLETE = 0;

  private final Set<Thread> threads;
  private final long user;
  private final boolean expected;

  EndCallback(Pi pi, long event) {
    Set<Thread> woken = ConcurrentHashMap.newKeySet();
    threads = woken;
    // Called in a thread of the plugin: is short and does not call it.
    user = PiCallbacks.onEvent((_, _) -> woken.forEach(LockSupport::unpark), _ -> {});
    expected =
        pi.eventSetCallback(event, COMPLETE, PiCallbacks.eventFunction(), user) == PiResult.SUCCESS;
    if (!expected) {
      forget();
    }
  }

  /** Has this thread woken; if that is not {@link #isExpected}, it has to look for itself. */
  void enter() {
    threads.add(Thread.currentThread());
  }

  void leave() {
    threads.remove(Thread.currentThread());
  }

  boolean isExpected() {
    return expected;
  }

  /** The event is about to be released, and its handle may be used for another. */
  void forget() {
    PiCallbacks.forget(user);
  }
}
