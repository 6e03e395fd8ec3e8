package dev.backplane.rtl.harness;

import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.ports.BusInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The pins of one bus interface, by signal names of the bus specification. */
final class InterfacePins {
  private final BusInterface bus;
  private final Map<String, Pin> pins;

  InterfacePins(BusInterface bus, Map<String, Pin> pins) {
    this.bus = bus;
    this.pins = pins;
  }

  BusInterface bus() {
    return bus;
  }

  /** A required pin. */
  Pin pin(String signal) {
    return Objects.requireNonNull(
        pins.get(Objects.requireNonNull(bus.signal(signal), signal).name()), signal);
  }

  /** An optional pin; if it is absent, it reads as the default. */
  Pin pin(String signal, long missing) {
    Port port = bus.signal(signal);
    return port == null ? new AbsentPin(signal, missing) : pin(signal);
  }

  DrivenInput output(String signal) {
    return new DrivenInput(pin(signal, 0));
  }

  /** A VALID or READY that a model drives. */
  DrivenHandshake handshake(String signal, MasterGroup group, int place) {
    return new DrivenHandshake(pin(signal, 0), group, place);
  }

  /** The payload of a channel: all its signals that the kernel drives, except VALID. */
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
