package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Gives what a device tells to those who have subscribed: each gets a bounded queue of its own.
 * Telling waits for nobody and calls no code of a subscriber. Safe for use by several threads.
 */
public final class EventHub {
  private final String device;
  private final Runnable awaited;
  private final List<EventQueue> queues = new CopyOnWriteArrayList<>();
  private volatile @Nullable String gone;

  /**
   * A hub without subscribers.
   *
   * @param device what to call the device in messages
   * @param awaited called by each thread that begins to wait for an event, without a lock
   */
  public EventHub(String device, Runnable awaited) {
    this.device = device;
    this.awaited = awaited;
  }

  /**
   * Subscribes to kinds of events.
   *
   * @param offered the kinds that the device can tell of
   * @param kinds those that are wanted
   * @return the events from now on
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED}, {@link ErrorCode#INVALID_ARGUMENT}
   *     or {@link ErrorCode#CLOSED}
   */
  public EventStream subscribe(Set<DeviceEvent.Kind> offered, Set<DeviceEvent.Kind> kinds) {
    if (kinds.isEmpty()) {
      throw refusal(ErrorCode.INVALID_ARGUMENT, "no kind of event is named")
          .remedy("Name some of " + new TreeSet<>(offered))
          .build();
    }
    if (!offered.containsAll(kinds)) {
      Set<DeviceEvent.Kind> missing = new TreeSet<>(kinds);
      missing.removeAll(offered);
      throw refusal(ErrorCode.NOT_SUPPORTED, "the device does not tell of " + missing)
          .remedy("It tells of " + new TreeSet<>(offered))
          .build();
    }
    return add(new EventQueue(this, Set.copyOf(kinds), EventQueue.ALL_INTERRUPTS));
  }

  /**
   * Subscribes to one interrupt.
   *
   * @param offered the numbers that there are
   * @param number the one that is wanted
   * @return its messages from now on
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} or {@link ErrorCode#CLOSED}
   */
  public EventStream subscribeInterrupt(Set<Integer> offered, int number) {
    if (!offered.contains(number)) {
      throw refusal(
              ErrorCode.OUT_OF_RANGE,
              "there is no interrupt %d; there are %s".formatted(number, new TreeSet<>(offered)))
          .build();
    }
    return add(new EventQueue(this, Set.of(DeviceEvent.Kind.INTERRUPT), number));
  }

  private EventStream add(EventQueue queue) {
    queues.add(queue);
    String reason = gone;
    if (reason != null) {
      queues.remove(queue);
      throw refusal(ErrorCode.CLOSED, reason).build();
    }
    return queue;
  }

  /** Tells of an error, or of a fault. */
  public void publish(DeviceEvent event) {
    for (EventQueue queue : queues) {
      queue.put(event);
    }
  }

  /** Tells that an interrupt was raised. */
  public void interrupt(int number) {
    publish(new DeviceEvent.Interrupt(number, 1));
  }

  /** {@return whether a thread waits for an interrupt now} */
  public boolean isAwaited(int number) {
    for (EventQueue queue : queues) {
      if (queue.isAwaited(number)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The device is gone: every stream has this as its last event, if it subscribed to that, and then
   * ends.
   *
   * @param reason why
   */
  public void close(String reason) {
    gone = reason;
    for (EventQueue queue : queues) {
      queue.end(reason);
    }
    queues.clear();
  }

  void remove(EventQueue queue) {
    queues.remove(queue);
  }

  void beginWait() {
    awaited.run();
  }

  private BackplaneException.Builder refusal(ErrorCode code, String problem) {
    return BackplaneException.because(code, problem).during("subscribe").on(device);
  }

  @Override
  public String toString() {
    return device;
  }
}
