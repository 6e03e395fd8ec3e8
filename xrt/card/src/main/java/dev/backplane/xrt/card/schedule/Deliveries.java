package dev.backplane.xrt.card.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * The deliveries that a thread which holds the card's lock owes to others: the ends of runs, times
 * for a trace, memory that can be freed. It is filled under the lock and delivered without it, in
 * order.
 */
final class Deliveries {
  private List<Runnable> pending = new ArrayList<>();

  boolean isEmpty() {
    return pending.isEmpty();
  }

  void add(Runnable delivery) {
    pending.add(delivery);
  }

  /** {@return all that is pending, which is not pending any more} */
  List<Runnable> take() {
    List<Runnable> taken = pending;
    pending = new ArrayList<>();
    return taken;
  }

  /** Delivers; what a receiver throws is logged, so that it ends no thread of the card. */
  static void deliver(Runnable delivery) {
    try {
      delivery.run();
    } catch (Throwable e) {
      // Errors too: the threads that come by here serve all clients.
      System.getLogger(Deliveries.class.getName())
          .log(System.Logger.Level.ERROR, "what follows the end of a run failed", e);
    }
  }
}
