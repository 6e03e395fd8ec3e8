package dev.backplane.opae.card.fme;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.Events;
import dev.backplane.api.Facet;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.api.opae.Metrics;
import dev.backplane.api.opae.Ports;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.opae.abi.MetricSensors;
import dev.backplane.opae.abi.RegisterErrors;
import dev.backplane.opae.card.afu.AfuExecution;
import dev.backplane.opae.card.device.Card;
import dev.backplane.opae.card.device.CardMetrics;
import dev.backplane.opae.card.device.CardObjects;
import dev.backplane.opae.card.device.CardObjects.Attribute;
import dev.backplane.opae.card.device.HolderEvents;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The device, opened. */
public final class FmeDevice implements DriverDevice {
  private static final UUID OF_DEVICE = new UUID(0, 0);

  private static final double IDLE_WATTS = 12;
  private static final double BUSY_WATTS = 8;
  private static final double MOST_WATTS = 66;
  private static final double IDLE_CELSIUS = 38;
  private static final double CELSIUS_PER_WATT = 0.75;
  private static final double MOST_CELSIUS = 95;

  private final Card card;
  private final HolderEvents events;
  private final Map<Class<? extends Facet>, Facet> facets;

  /** Opens the device of a card. */
  public FmeDevice(Card card) {
    this.card = card;
    events =
        new HolderEvents(
            card.config().name() + "/device",
            0,
            EnumSet.of(DeviceEvent.Kind.ERROR, DeviceEvent.Kind.REMOVED));
    CardMetrics metrics = metrics(card);
    facets =
        Map.of(
            Slots.class,
            new FmeSlots(card),
            Ports.class,
            new FmePorts(card),
            Events.class,
            events,
            ErrorRegisters.class,
            card.deviceErrors(),
            ErrorLog.class,
            new RegisterErrors(card.deviceErrors(), InstantSource.system()),
            Metrics.class,
            metrics,
            Sensors.class,
            new MetricSensors(metrics, Sensor.Origin.MODELLED),
            SystemObjects.class,
            objects(card),
            HotPlug.class,
            card);
    card.holdDevice(events);
  }

  /** A model: an idle card takes a constant power, a busy one more, and its temperature follows. */
  private static CardMetrics metrics(Card card) {
    return new CardMetrics()
        .modelled(Metrics.Kind.POWER, "power_mgmt", "power", "Watts", MOST_WATTS, () -> watts(card))
        .modelled(
            Metrics.Kind.THERMAL,
            "thermal_mgmt",
            "temperature",
            "Celsius",
            MOST_CELSIUS,
            () -> IDLE_CELSIUS + (watts(card) - IDLE_WATTS) * CELSIUS_PER_WATT)
        .counter(
            OF_DEVICE,
            Metrics.Kind.PERFORMANCE_COUNTER,
            "device",
            "reconfigurations",
            card::reconfigurations);
  }

  private static double watts(Card card) {
    AfuExecution running = card.execution();
    return running != null && running.isBusy() ? IDLE_WATTS + BUSY_WATTS : IDLE_WATTS;
  }

  private static CardObjects objects(Card card) {
    Map<String, Attribute> attributes = new HashMap<>();
    attributes.put("ports_num", Attribute.of(() -> "1"));
    attributes.put("socket_id", Attribute.of(() -> "0"));
    attributes.put(
        "pr/interface_id",
        Attribute.of(() -> card.config().interfaceId().toString().replace("-", "")));
    for (ErrorRegisters.Description register : card.deviceErrors().descriptions()) {
      attributes.put(
          "errors/" + register.name(),
          Attribute.of(() -> "0x%x".formatted(card.deviceErrors().value(register.name()))));
    }
    // The second name is that of drivers before OPAE 2.0.
    attributes.put("errors/inject_errors", new Attribute(() -> "0x0", card::inject));
    attributes.put("errors/inject_error", new Attribute(() -> "0x0", card::inject));
    // The device has no clock of its own: nanoseconds take the place of its cycles.
    attributes.put("iperf/clock", Attribute.of(() -> "0x%x".formatted(System.nanoTime())));
    attributes.put("iperf/fabric/mmio_read", Attribute.of(() -> "" + card.registerReads()));
    attributes.put("iperf/fabric/mmio_write", Attribute.of(() -> "" + card.registerWrites()));
    return new CardObjects(attributes);
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  @Override
  public void close() {
    card.leaveDevice(events);
    events.close();
  }
}
