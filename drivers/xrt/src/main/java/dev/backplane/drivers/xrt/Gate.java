package dev.backplane.drivers.xrt;

import dev.backplane.api.BackplaneException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Stands before something native that must not be freed while somebody is inside: it is shut only
 * when nobody is, and once it is shut nobody gets in. Costs one atomic operation each way.
 */
final class Gate {
  private static final int SHUT = Integer.MIN_VALUE;

  private final AtomicInteger inside = new AtomicInteger();

  /**
   * Goes in. Whoever is refused is never inside, though the gate may be open again by now.
   *
   * @param refusal makes what is thrown if it is shut
   */
  void enter(Supplier<BackplaneException> refusal) {
    int now = inside.get();
    while (now == SHUT || !inside.compareAndSet(now, now + 1)) {
      if (now == SHUT) {
        throw refusal.get();
      }
      now = inside.get();
    }
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
