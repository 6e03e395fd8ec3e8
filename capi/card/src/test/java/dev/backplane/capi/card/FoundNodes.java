package dev.backplane.capi.card;

import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The nodes of cards, which come later than the cards on a loaded machine. */
public final class FoundNodes {
  private static final Duration LONG = Duration.ofMinutes(2);

  private FoundNodes() {}

  /** Waits for a node by the end of its name. */
  public static Token node(Backplane backplane, String name) {
    long end = System.nanoTime() + LONG.toNanos();
    while (true) {
      for (Token each : backplane.enumerate(List.of(Filter.any()))) {
        if (each.id().endsWith("/" + name)) {
          return each;
        }
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("there is no node " + name + " after " + LONG);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
