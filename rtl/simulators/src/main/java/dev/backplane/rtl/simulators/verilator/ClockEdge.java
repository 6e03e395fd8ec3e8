package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.List;

/**
 * An edge of a clock, as levels of a pin of a model.
 *
 * @param pin the pin, by its index in the library's table
 * @param active the level after the edge
 * @param idle the level between edges; {@link #BOTH_EDGES} if the design uses both edges of the pin
 */
record ClockEdge(int pin, int active, int idle) {
  /** The pin keeps its level until the opposite edge: its edges have to alternate. */
  static final int BOTH_EDGES = -1;

  /**
   * Looks up the clocks of a model.
   *
   * @param clocks edges of inputs
   * @param ports the ports of the model
   */
  static List<ClockEdge> of(List<Clock> clocks, List<Port> ports) {
    List<ClockEdge> edges = new ArrayList<>();
    for (Clock clock : clocks) {
      boolean falling = clock.isFalling();
      boolean both = clocks.contains(clock.opposite());
      int pin = indexOf(ports, clock.pin());
      edges.add(new ClockEdge(pin, falling ? 0 : 1, both ? BOTH_EDGES : falling ? 1 : 0));
    }
    return List.copyOf(edges);
  }

  private static int indexOf(List<Port> ports, String name) {
    for (int i = 0; i < ports.size(); i++) {
      Port port = ports.get(i);
      if (port.name().equals(name)
          && port.direction() == Port.Direction.INPUT
          && port.width() == 1) {
        return i;
      }
    }
    throw new RtlException(
        RtlError.INTERFACE_MISSING,
        "The design has no clock '%s': its ports are %s"
            .formatted(name, ports.stream().map(Port::name).toList()));
  }
}
