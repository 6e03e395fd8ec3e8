package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A stream of events, whose last one may be that the device was closed: the driver's stream has
 * ended by then, because all that was made from a device is closed before it.
 */
final class ManagedEventStream extends CheckedEventStream {
  private static final String NEXT = "wait for an event of";

  private final OwnedHandle<EventStream> handle;

  /** True if its reader is still to be told that the device is gone. */
  private final AtomicBoolean tellsRemoval;

  ManagedEventStream(OwnedHandle<EventStream> handle) {
    this(handle, false);
  }

  ManagedEventStream(OwnedHandle<EventStream> handle, boolean tellsRemoval) {
    super(handle);
    this.handle = handle;
    this.tellsRemoval = new AtomicBoolean(tellsRemoval);
  }

  @Override
  public Optional<DeviceEvent> next(Duration timeout) {
    if (timeout.isNegative()) {
      throw origin.negative(NEXT, "timeout", timeout);
    }
    Optional<DeviceEvent> event;
    try {
      event = origin.ask(NEXT, () -> target.next(timeout));
    } catch (BackplaneException e) {
      if (e.code() == ErrorCode.CLOSED && device.isClosed() && tellsRemoval.getAndSet(false)) {
        return Optional.of(new DeviceEvent.Removed("the device was closed"));
      }
      throw e;
    }
    if (event.isPresent() && event.orElseThrow() instanceof DeviceEvent.Removed) {
      tellsRemoval.set(false);
    }
    return event;
  }

  @Override
  public void close() {
    tellsRemoval.set(false);
    handle.close();
  }
}
