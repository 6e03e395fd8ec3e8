package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The transfers in flight, which keeps reachable what they read and write even if nobody keeps
 * their events.
 */
final class Transfers {
  /** So many are put in before those are looked for that ended unnoticed. */
  private static final int BATCH = 64;

  private final Set<PiEvent> inFlight = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();

  void add(PiEvent event) {
    inFlight.add(event);
    if (count.incrementAndGet() % BATCH == 0) {
      inFlight.forEach(Transfers::look);
    }
  }

  void remove(PiEvent event) {
    inFlight.remove(event);
  }

  private static void look(PiEvent event) {
    try {
      var _ = event.status();
    } catch (BackplaneException e) {
      // Closed: whoever closed it saw to it that its end is told.
    }
  }
}
