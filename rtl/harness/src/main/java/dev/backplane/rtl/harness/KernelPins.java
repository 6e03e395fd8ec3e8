package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.util.LinkedHashMap;
import java.util.Map;

/** The pins of a kernel by name. */
final class KernelPins {
  private final Engine engine;
  private final Map<String, Pin> pins = new LinkedHashMap<>();

  /**
   * Finds the pins.
   *
   * @param engine the engine
   */
  KernelPins(Engine engine) {
    this.engine = engine;
    engine.pins().forEach(pin -> pins.put(pin.port().name(), pin));
  }

  /** A pin; an absent pin if the engine does not have it. */
  Pin pin(String name) {
    Pin pin = pins.get(name);
    return pin == null ? new AbsentPin(name, 0) : pin;
  }

  InterfacePins of(BusInterface bus) {
    return new InterfacePins(bus, pins, engine);
  }

  /** Drives the inputs that the description ties to a value. */
  void driveTies(KernelPorts ports) {
    ports
        .wiring()
        .ties()
        .forEach(
            (name, value) ->
                ports.others().stream()
                    .filter(port -> port.name().equalsIgnoreCase(name))
                    .forEach(
                        port -> {
                          Pin pin = pin(port.name());
                          for (int word = 0; word < InterfacePins.wordCount(port.width()); word++) {
                            pin.setWord(word, value.shiftRight(word * Long.SIZE).longValue());
                          }
                        }));
  }
}
