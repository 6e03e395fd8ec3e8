package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.ports.BusInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The pins of one bus interface, by the names of the bus specification. */
final class Signals {
  private final BusInterface bus;
  private final Map<String, Pin> pins;

  Signals(BusInterface bus, Map<String, Pin> pins) {
    this.bus = bus;
    this.pins = pins;
  }

  BusInterface bus() {
    return bus;
  }

  /** A pin that every such interface has. */
  Pin pin(String signal) {
    return Objects.requireNonNull(
        pins.get(Objects.requireNonNull(bus.signal(signal), signal).name()), signal);
  }

  /** A pin that an interface may lack, and then reads as the default. */
  Pin pin(String signal, long missing) {
    Port port = bus.signal(signal);
    return port == null ? new FixedPin(signal, missing) : pin(signal);
  }

  Output output(String signal) {
    return new Output(pin(signal, 0));
  }

  /** A VALID or READY that a model drives. */
  Handshake handshake(String signal, MasterGroup group, int place) {
    return new Handshake(pin(signal, 0), group, place);
  }

  /** What must not change on a channel while it waits: all its outputs but VALID. */
  Payload payload(String channel) {
    List<Pin> payload = new ArrayList<>();
    bus.signals()
        .forEach(
            (signal, port) -> {
              if (signal.startsWith(channel)
                  && !signal.equals(channel + "VALID")
                  && port.direction() == Port.Direction.OUTPUT) {
                payload.add(pin(signal));
              }
            });
    return new Payload(payload);
  }
}
