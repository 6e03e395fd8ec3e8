package dev.backplane.rtl.frontend.vhdl;

import java.util.Optional;

/** Recognises clock edges, which are gates in GHDL's list. */
final class ClockEdges {
  /**
   * The clock of a register.
   *
   * @param signal the clock signal
   * @param rising whether the rising edge is used
   * @param enable the condition of the edge
   */
  record Clock(Net signal, boolean rising, Optional<Net> enable) {}

  private final NetDrivers drivers;

  ClockEdges(NetDrivers drivers) {
    this.drivers = drivers;
  }

  boolean isEdge(Gate gate) {
    return switch (gate.kind()) {
      case "$posedge", "$negedge" -> true;
      case "$and" -> clock(gate).isPresent();
      default -> false;
    };
  }

  Optional<Clock> of(Net net) {
    Gate gate = drivers.of(net);
    return gate == null ? Optional.empty() : clock(gate);
  }

  private Optional<Clock> clock(Gate gate) {
    return switch (gate.kind()) {
      case "$posedge" -> Optional.of(new Clock(gate.input("$i"), true, Optional.empty()));
      case "$negedge" -> Optional.of(new Clock(gate.input("$i"), false, Optional.empty()));
      case "$and" ->
          gated(gate.input("$a"), gate.input("$b"))
              .or(() -> gated(gate.input("$b"), gate.input("$a")));
      default -> Optional.empty();
    };
  }

  private Optional<Clock> gated(Net edge, Net condition) {
    Gate gate = drivers.of(edge);
    if (gate == null || !(gate.kind().equals("$posedge") || gate.kind().equals("$negedge"))) {
      return Optional.empty();
    }
    return clock(gate).map(c -> new Clock(c.signal(), c.rising(), Optional.of(condition)));
  }
}
