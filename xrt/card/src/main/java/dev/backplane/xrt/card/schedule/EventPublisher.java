package dev.backplane.xrt.card.schedule;

import dev.backplane.api.DeviceEvent;
import dev.backplane.driverkit.EventHub;
import dev.backplane.xrt.card.unit.ComputeUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells all holders of a card what happens on it. What is told under the card's lock leaves it
 * through {@link CardLock#post}.
 */
public final class EventPublisher {
  /** The number of the embedded scheduler's interrupt; those of compute units follow. */
  public static final int EMBEDDED_SCHEDULER = 0;

  private final String card;
  private final CardLock lock;
  private final Runnable awaited;
  private final List<EventHub> holders = new CopyOnWriteArrayList<>();

  /**
   * A publisher that nobody listens to.
   *
   * @param awaited called when somebody begins to wait for an event
   */
  public EventPublisher(String card, CardLock lock, Runnable awaited) {
    this.card = card;
    this.lock = lock;
    this.awaited = awaited;
  }

  /** {@return the number of a compute unit's interrupt} */
  static int numberOf(ComputeUnit unit) {
    return 1 + unit.index();
  }

  /** {@return what one more holder has of all that is told from now on} */
  public EventHub attach() {
    EventHub holder = new EventHub(card, awaited);
    holders.add(holder);
    return holder;
  }

  /** A holder has left: its streams end. */
  public void detach(EventHub holder) {
    holders.remove(holder);
    holder.close("the device was closed");
  }

  /** Tells all holders. */
  public void publish(DeviceEvent event) {
    if (!holders.isEmpty()) {
      lock.post(() -> holders.forEach(holder -> holder.publish(event)));
    }
  }

  void interrupt(int number) {
    publish(new DeviceEvent.Interrupt(number, 1));
  }

  /** {@return whether somebody waits for an interrupt now} */
  boolean isAwaited(int number) {
    for (EventHub holder : holders) {
      if (holder.isAwaited(number)) {
        return true;
      }
    }
    return false;
  }
}
