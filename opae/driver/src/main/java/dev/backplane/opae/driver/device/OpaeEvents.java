package dev.backplane.opae.driver.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.driverkit.EventHub;
import dev.backplane.ffi.RawMemory;
import dev.backplane.ffi.Slab;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Events of a resource. An event is registered with the plugin when somebody first subscribes to
 * it, and stays so until the device is closed.
 */
final class OpaeEvents implements Events {
  private static final int INTERRUPT = 0;
  private static final int ERROR = 1;

  /** More than any accelerator has. */
  private static final int MOST = 4096;

  /**
   * A source of events that is registered with the plugin: its type, and the number of an
   * interrupt.
   */
  private record Source(int type, int vector) {}

  private final OpenResource resource;
  private final int interrupts;
  private final EventHub hub;

  /** The plugin's event handles. Guarded by this. */
  private final Map<Source, Long> registered = new HashMap<>();

  private @Nullable EventPoller poller;
  private boolean isClosed;

  OpaeEvents(OpenResource resource) {
    this.resource = resource;
    interrupts =
        (int) Math.clamp(resource.properties().get(OpaeProperty.INTERRUPTS).orElse(0L), 0L, MOST);
    hub = new EventHub(resource.key(), () -> {});
  }

  @Override
  public Set<DeviceEvent.Kind> kinds() {
    Set<DeviceEvent.Kind> kinds = EnumSet.of(DeviceEvent.Kind.ERROR, DeviceEvent.Kind.REMOVED);
    if (interrupts > 0) {
      kinds.add(DeviceEvent.Kind.INTERRUPT);
    }
    return kinds;
  }

  @Override
  public List<InterruptSource> interrupts() {
    return IntStream.range(0, interrupts)
        .mapToObj(number -> new InterruptSource(number, "interrupt " + number))
        .toList();
  }

  @Override
  public EventStream subscribe(Set<DeviceEvent.Kind> kinds) {
    EventStream stream = hub.subscribe(kinds(), kinds);
    return registering(
        stream,
        () -> {
          if (kinds.contains(DeviceEvent.Kind.ERROR)) {
            register(new Source(ERROR, 0));
          }
          if (kinds.contains(DeviceEvent.Kind.INTERRUPT)) {
            for (int number = 0; number < interrupts; number++) {
              register(new Source(INTERRUPT, number));
            }
          }
        });
  }

  @Override
  public EventStream subscribeInterrupt(int number) {
    Set<Integer> offered =
        IntStream.range(0, interrupts).boxed().collect(Collectors.toUnmodifiableSet());
    EventStream stream = hub.subscribeInterrupt(offered, number);
    return registering(stream, () -> register(new Source(INTERRUPT, number)));
  }

  private static EventStream registering(EventStream stream, Runnable registration) {
    boolean done = false;
    try {
      registration.run();
      done = true;
      return stream;
    } finally {
      if (!done) {
        stream.close();
      }
    }
  }

  private synchronized void register(Source source) {
    if (isClosed) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the device was closed")
          .during("fpgaRegisterEvent")
          .on(resource.key())
          .build();
    }
    if (registered.containsKey(source)) {
      return;
    }
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.allocate(Long.BYTES, Long.BYTES).address();
      RawMemory.putLong(place, 0);
      resource.check(resource.opae().createEventHandle(place), "fpgaCreateEventHandle");
      long event = RawMemory.getLong(place);
      boolean done = false;
      boolean known = false;
      try {
        resource.with(
            "fpgaRegisterEvent",
            handle -> resource.opae().registerEvent(handle, source.type(), event, source.vector()));
        known = true;
        resource.check(
            resource.opae().osObjectFromEventHandle(event, place),
            "fpgaGetOSObjectFromEventHandle");
        if (poller == null) {
          poller = new EventPoller(resource.key());
        }
        poller.add(RawMemory.getInt(place), count -> tell(source, count));
        registered.put(source, event);
        done = true;
      } finally {
        if (!done) {
          if (known) {
            unregister(source, event);
          }
          destroy(event);
        }
      }
    }
  }

  private void tell(Source source, long count) {
    if (source.type() == INTERRUPT) {
      hub.publish(new DeviceEvent.Interrupt(source.vector(), count));
    } else {
      hub.publish(
          new DeviceEvent.Error(
              Instant.now(),
              resource.key(),
              DeviceEvent.Severity.ERROR,
              "an error register of it has changed"));
    }
  }

  private void unregister(Source source, long event) {
    var _ = resource.opae().unregisterEvent(resource.handle().value(), source.type(), event);
  }

  private void destroy(long event) {
    try (Slab.Frame frame = Slab.frame()) {
      long place = frame.allocate(Long.BYTES, Long.BYTES).address();
      RawMemory.putLong(place, event);
      var _ = resource.opae().destroyEventHandle(place);
    }
  }

  synchronized void close() {
    isClosed = true;
    if (poller != null) {
      // Before the plugin closes the descriptors: their numbers are others' then.
      poller.close();
    }
    registered.forEach(
        (source, event) -> {
          unregister(source, event);
          destroy(event);
        });
    registered.clear();
    hub.close("the device was closed");
  }
}
