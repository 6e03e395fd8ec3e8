package dev.backplane.rtl.harness.ports;

import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;

/**
 * A signal of a bus: a port, or some bits of a port that packs several signals.
 *
 * @param port the port
 * @param lsb the lowest bit of the signal in the port
 * @param width bits of the signal
 */
public record PortSlice(Port port, int lsb, int width) {
  /** Checks that the bits are in the port. */
  public PortSlice {
    if (lsb < 0 || width < 1 || lsb + width > port.width()) {
      throw new IllegalArgumentException(
          "bits %d to %d are not in %s, which has %d"
              .formatted(lsb, lsb + width - 1, port.name(), port.width()));
    }
  }

  /**
   * {@return a port that is one signal}
   *
   * @param port the port
   */
  public static PortSlice whole(Port port) {
    return new PortSlice(port, 0, port.width());
  }

  /** {@return whether the signal is the whole port} */
  public boolean isWhole() {
    return width == port.width();
  }

  /** {@return the direction of the port} */
  public Direction direction() {
    return port.direction();
  }

  /** {@return the name of the port, with the range of bits if it is not the whole port} */
  public String name() {
    return isWhole() ? port.name() : "%s[%d:%d]".formatted(port.name(), lsb + width - 1, lsb);
  }
}
