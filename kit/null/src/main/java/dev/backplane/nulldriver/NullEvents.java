package dev.backplane.nulldriver;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.driverkit.EventHub;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** One interrupt, which the last register rings. */
final class NullEvents implements Events {
  private static final InterruptSource DOORBELL = new InterruptSource(0, "doorbell");

  // A real driver has its device raise interrupts as long as somebody waits for them.
  private final EventHub hub = new EventHub("null0", () -> {});

  /** Publishes an event, as a real driver does when the device tells it. */
  void ring() {
    hub.interrupt(DOORBELL.number());
  }

  @Override
  public Set<DeviceEvent.Kind> kinds() {
    return EnumSet.of(DeviceEvent.Kind.INTERRUPT, DeviceEvent.Kind.REMOVED);
  }

  @Override
  public List<InterruptSource> interrupts() {
    return List.of(DOORBELL);
  }

  @Override
  public EventStream subscribe(Set<DeviceEvent.Kind> kinds) {
    return hub.subscribe(kinds(), kinds);
  }

  @Override
  public EventStream subscribeInterrupt(int number) {
    return hub.subscribeInterrupt(Set.of(DOORBELL.number()), number);
  }

  void close() {
    hub.close("the device was closed");
  }
}
