package dev.backplane.runtime.device;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import java.util.Set;

/** The events that a device tells; a stream that asked for it is told that the device is closed. */
final class ManagedEvents extends CheckedEvents {
  ManagedEvents(Handle<Events> handle) {
    super(handle);
  }

  @Override
  public EventStream subscribe(Set<DeviceEvent.Kind> kinds) {
    String operation = "subscribe to events of";
    EventStream made = origin.ask(operation, () -> target.subscribe(kinds));
    return new ManagedEventStream(
        device.adopt(origin, operation, "event stream", made),
        kinds.contains(DeviceEvent.Kind.REMOVED));
  }
}
