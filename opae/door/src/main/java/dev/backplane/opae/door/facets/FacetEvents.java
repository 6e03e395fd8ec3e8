package dev.backplane.opae.door.facets;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaResult;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Functions for events: what a device tells wakes a descriptor that the program waits on. */
final class FacetEvents {
  private static final int INTERRUPT = 0;
  private static final int ERROR = 1;

  /** An event handle. Guarded by itself. */
  private static final class Subscription {
    private final int descriptor;
    private @Nullable EventStream stream;
    private int type;
    private boolean isDestroyed;

    Subscription(int descriptor) {
      this.descriptor = descriptor;
    }
  }

  private final NumberTable<Subscription> subscriptions = new NumberTable<>(8);
  private final FacetDevices devices;
  private final EventDescriptors descriptors;

  FacetEvents(FacetDevices devices, EventDescriptors descriptors) {
    this.devices = devices;
    this.descriptors = descriptors;
  }

  int create(long place) {
    int descriptor = descriptors.make();
    if (descriptor < 0) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_HOST_MEMORY, "the process has no descriptor left for an event")
          .remedy("Destroy event handles that are not needed, or raise the limit of open files")
          .build();
    }
    RawMemory.putLong(place, subscriptions.add(new Subscription(descriptor)));
    return FpgaResult.OK;
  }

  int destroy(long place) {
    Subscription subscription =
        FacetDevices.known(subscriptions.remove(RawMemory.getLong(place)), "event handle");
    end(subscription);
    return FpgaResult.OK;
  }

  private void end(Subscription subscription) {
    synchronized (subscription) {
      EventStream stream = subscription.stream;
      subscription.stream = null;
      subscription.isDestroyed = true;
      if (stream != null) {
        stream.close();
      }
      descriptors.close(subscription.descriptor);
    }
  }

  int descriptor(long event, long place) {
    RawMemory.putInt(place, subscription(event).descriptor);
    return FpgaResult.OK;
  }

  private Subscription subscription(long event) {
    return FacetDevices.known(subscriptions.get(event), "event handle");
  }

  int register(long handle, int type, long event, int vector) {
    Subscription subscription = subscription(event);
    Events events = devices.device(handle).facet(Events.class);
    synchronized (subscription) {
      if (subscription.stream != null) {
        throw FacetDevices.invalid("the event handle is registered already");
      }
      EventStream stream = subscribe(events, type, vector);
      subscription.stream = stream;
      subscription.type = type;
      var _ = stream.forEach(each -> wake(subscription, each));
    }
    return FpgaResult.OK;
  }

  /** A descriptor that was closed may be another's by now. */
  private void wake(Subscription subscription, DeviceEvent event) {
    synchronized (subscription) {
      if (!subscription.isDestroyed) {
        descriptors.wake(subscription.descriptor, count(event));
      }
    }
  }

  /** {@return the number of events that one notification stands for} */
  private static long count(DeviceEvent event) {
    return switch (event) {
      case DeviceEvent.Interrupt(_, long count) -> count;
      case DeviceEvent.Lost(long count) -> count;
      default -> 1;
    };
  }

  private static EventStream subscribe(Events events, int type, int vector) {
    return switch (type) {
      case INTERRUPT -> {
        if (events.interrupts().isEmpty()) {
          throw unsupported("the device has no interrupts");
        }
        yield events.subscribeInterrupt(vector);
      }
      case ERROR -> events.subscribe(Set.of(DeviceEvent.Kind.ERROR));
      default -> throw unsupported("no device tells of events of type " + type);
    };
  }

  private static BackplaneException unsupported(String problem) {
    return BackplaneException.because(ErrorCode.NOT_SUPPORTED, problem)
        .during("register an event")
        .build();
  }

  int unregister(long handle, int type, long event) {
    var _ = devices.device(handle);
    Subscription subscription = subscription(event);
    EventStream stream;
    synchronized (subscription) {
      stream = subscription.stream;
      if (stream == null || subscription.type != type) {
        throw FacetDevices.invalid("the event handle is not registered for events of that type");
      }
      subscription.stream = null;
    }
    giveRest(subscription, stream);
    stream.close();
    return FpgaResult.OK;
  }

  /** Counts the events that came before the end of a registration, as the kernel does. */
  private void giveRest(Subscription subscription, EventStream stream) {
    try {
      Optional<DeviceEvent> next = stream.next(Duration.ZERO);
      while (next.isPresent()) {
        wake(subscription, next.get());
        next = stream.next(Duration.ZERO);
      }
    } catch (BackplaneException e) {
      if (e.code() != ErrorCode.CLOSED) {
        throw e;
      }
      // Its device is gone, and with it what would come.
    }
  }

  void close() {
    for (long number : subscriptions.numbers()) {
      Subscription subscription = subscriptions.remove(number);
      if (subscription != null) {
        end(subscription);
      }
    }
  }
}
