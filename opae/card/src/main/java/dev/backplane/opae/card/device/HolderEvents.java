package dev.backplane.opae.card.device;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.driverkit.EventHub;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The events that one holder of a resource receives. */
public final class HolderEvents implements Events {
  private final Set<DeviceEvent.Kind> kinds;
  private final int interrupts;
  private final EventHub hub;

  /**
   * Has no events yet.
   *
   * @param resource the name of the resource in messages
   * @param interrupts how many interrupts it has
   * @param kinds the kinds of events that it can report
   */
  public HolderEvents(String resource, int interrupts, Set<DeviceEvent.Kind> kinds) {
    this.kinds = EnumSet.copyOf(kinds);
    this.interrupts = interrupts;
    hub = new EventHub(resource, () -> {});
  }

  /** Tells of something. */
  public void publish(DeviceEvent event) {
    hub.publish(event);
  }

  @Override
  public Set<DeviceEvent.Kind> kinds() {
    return EnumSet.copyOf(kinds);
  }

  @Override
  public List<InterruptSource> interrupts() {
    List<InterruptSource> sources = new ArrayList<>();
    for (int number = 0; number < interrupts; number++) {
      sources.add(new InterruptSource(number, "vector" + number));
    }
    return sources;
  }

  @Override
  public EventStream subscribe(Set<DeviceEvent.Kind> wanted) {
    return hub.subscribe(kinds, wanted);
  }

  @Override
  public EventStream subscribeInterrupt(int number) {
    Set<Integer> numbers = new TreeSet<>();
    interrupts().forEach(source -> numbers.add(source.number()));
    return hub.subscribeInterrupt(numbers, number);
  }

  /** The resource was closed. */
  public void close() {
    hub.close("the device was closed");
  }
}
