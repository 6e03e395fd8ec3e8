package dev.backplane.drivers.xrt;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands before something native that must not be freed while somebody is inside: it is shut only
 * when nobody is, and once it is shut nobody gets in. Costs one atomic operation each way.
 */
final class Gate {
  private static final int SHUT = Integer.MIN_VALUE;

  private final AtomicInteger inside = new AtomicInteger();

  /** Goes in, unless it is shut. */
  boolean enter() {
    int now = inside.get();
    while (now != SHUT) {
      if (inside.compareAndSet(now, now + 1)) {
        return true;
      }
      now = inside.get();
    }
    return false;
  }

  void leave() {
    inside.decrementAndGet();
  }

  /** Shuts it, unless somebody is inside or it is shut already. */
  boolean shut() {
    return inside.compareAndSet(0, SHUT);
  }

  /** Takes a shutting back. */
  void reopen() {
    inside.compareAndSet(SHUT, 0);
  }

  boolean isShut() {
    return inside.get() == SHUT;
  }
}
