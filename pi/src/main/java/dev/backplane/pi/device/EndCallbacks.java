package dev.backplane.pi.device;

import dev.backplane.pi.Pi;
import dev.backplane.pi.PiCallbacks;
import dev.backplane.pi.PiResult;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that wait for commands to end, which the plugin calls back for: once for each event,
 * however often it is waited for, and for none after the device was closed. An event may never end.
 */
final class EndCallbacks {
  private static final int COMPLETE = 0;

  private final Pi pi;
  private final ConcurrentMap<Long, Waiters> awaited = new ConcurrentHashMap<>();

  EndCallbacks(Pi pi) {
    this.pi = pi;
  }

  /** The threads that wait for an event. */
  private final class Waiters {
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final long event;
    private volatile long user;

    Waiters(long event) {
      this.event = event;
    }

    /** Called in a thread of the plugin: is short and does not call it. */
    void ended() {
      awaited.remove(event, this);
      threads.forEach(LockSupport::unpark);
    }

    void forget() {
      awaited.remove(event, this);
      PiCallbacks.forget(user);
    }
  }

  /**
   * Has this thread woken when a command has ended.
   *
   * @return whether it will be; if not, it has to look for itself
   */
  boolean wake(long event) {
    Waiters mine = new Waiters(event);
    mine.threads.add(Thread.currentThread());
    Waiters there = awaited.putIfAbsent(event, mine);
    if (there != null) {
      there.threads.add(Thread.currentThread());
      return true;
    }
    mine.user = PiCallbacks.onEvent((_, _) -> mine.ended(), _ -> {});
    int result = pi.eventSetCallback(event, COMPLETE, PiCallbacks.eventFunction(), mine.user);
    if (result != PiResult.SUCCESS) {
      mine.forget();
    }
    return result == PiResult.SUCCESS;
  }

  /** This thread waits no longer. */
  void leave(long event) {
    Waiters there = awaited.get(event);
    if (there != null) {
      there.threads.remove(Thread.currentThread());
    }
  }

  /** The event is about to be released, and its handle may be used for another. */
  void forget(long event) {
    Waiters there = awaited.get(event);
    if (there != null) {
      there.forget();
    }
  }

  /** Nobody is called any more, whatever has not ended. */
  void close() {
    awaited.values().forEach(Waiters::forget);
  }
}
