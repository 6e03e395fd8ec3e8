package dev.backplane.rtl.harness;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.PinWords;
import dev.backplane.rtl.harness.ports.BusInterface;
import dev.backplane.rtl.harness.ports.PortSlice;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The pins of one bus interface, by signal names of the bus specification. */
public final class InterfacePins {
  private final BusInterface bus;
  private final Map<String, Pin> pins;
  private final Engine engine;

  /**
   * Finds the pins of an interface.
   *
   * @param bus the interface
   * @param pins the pins of the engine by name
   * @param engine the engine
   */
  public InterfacePins(BusInterface bus, Map<String, Pin> pins, Engine engine) {
    this.bus = bus;
    this.pins = pins;
    this.engine = engine;
  }

  /** {@return the interface} */
  public BusInterface bus() {
    return bus;
  }

  /**
   * {@return a required pin}
   *
   * @param signal the signal
   */
  public Pin pin(String signal) {
    PortSlice slice = Objects.requireNonNull(bus.signal(signal), signal);
    Pin pin = Objects.requireNonNull(pins.get(slice.port().name()), signal);
    return slice.isWhole() ? pin : new SlicedPin(pin, slice);
  }

  /**
   * {@return an optional pin}
   *
   * @param signal the signal
   * @param missing its value if the kernel does not have it
   */
  public Pin pin(String signal, long missing) {
    return bus.signal(signal) == null ? new AbsentPin(signal, missing) : pin(signal);
  }

  /**
   * {@return an input of the kernel; driving it has no effect if the kernel does not have it}
   *
   * @param signal the signal
   */
  public DrivenInput output(String signal) {
    return new DrivenInput(pin(signal, 0));
  }

  /**
   * {@return all words of some signals, to be read together}
   *
   * @param signals required signals
   */
  public PinWords words(List<String> signals) {
    return engine.words(signals.stream().map(this::pin).toList());
  }

  /**
   * {@return the 64-bit words that a signal takes}
   *
   * @param bits its width
   */
  public static int wordCount(int bits) {
    return (bits + Long.SIZE - 1) / Long.SIZE;
  }
}
