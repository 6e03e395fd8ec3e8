package dev.backplane.opae.door.card;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.driverkit.EventHub;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Two interrupts. */
final class TestEvents implements Events {
  private static final EnumSet<DeviceEvent.Kind> KINDS =
      EnumSet.of(DeviceEvent.Kind.INTERRUPT, DeviceEvent.Kind.ERROR, DeviceEvent.Kind.REMOVED);

  private final EventHub hub = new EventHub("testcard", () -> {});

  void ring(int number) {
    hub.interrupt(number);
  }

  @Override
  public Set<DeviceEvent.Kind> kinds() {
    return KINDS;
  }

  @Override
  public List<InterruptSource> interrupts() {
    return List.of(new InterruptSource(0, "first"), new InterruptSource(1, "second"));
  }

  @Override
  public EventStream subscribe(Set<DeviceEvent.Kind> kinds) {
    return hub.subscribe(KINDS, kinds);
  }

  @Override
  public EventStream subscribeInterrupt(int number) {
    return hub.subscribeInterrupt(Set.of(0, 1), number);
  }

  void close() {
    hub.close("the device was closed");
  }
}
