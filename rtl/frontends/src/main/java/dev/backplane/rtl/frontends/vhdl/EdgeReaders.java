package dev.backplane.rtl.frontends.vhdl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds gates whose result matters at one clock edge alone: registers take it there. */
final class EdgeReaders {
  private static final Set<String> REGISTERS = Set.of("$dff", "$idff", "$adff", "$iadff");
  private static final Set<String> PORTS = Set.of("$mem_wr_sync", "$mem_rd_sync");

  private final ClockEdges edges;
  private final Map<Integer, List<Gate>> readers = new HashMap<>();
  private final Set<Integer> shown = new HashSet<>();

  EdgeReaders(Unit.Body body, ClockEdges edges) {
    this.edges = edges;
    for (Gate gate : body.gates()) {
      for (Net net : gate.inputs().values()) {
        readers.computeIfAbsent(net.id(), id -> new ArrayList<>()).add(gate);
      }
    }
    body.outputs().forEach(net -> shown.add(net.id()));
  }

  /**
   * Returns whether a gate that reads a net matters at an edge alone.
   *
   * @param gate the gate
   * @param net what it reads
   * @param edge the edge
   */
  boolean isOnly(Gate gate, Net net, Net edge) {
    return isOnly(gate, net, edge, new HashSet<>());
  }

  private boolean isOnly(Gate gate, Net net, Net edge, Set<Gate> open) {
    if (!open.add(gate)) {
      return true;
    }
    if (REGISTERS.contains(gate.kind()) || PORTS.contains(gate.kind())) {
      return isSame(gate.input("$clk"), edge)
          && gate.inputs().entrySet().stream()
              .filter(input -> input.getValue().id() == net.id())
              .allMatch(
                  input -> !input.getKey().startsWith("$rst") && !input.getKey().equals("$clk"));
    }
    if (gate.kind().equals("$mux2") && edges.of(gate.input("$s")).isPresent()) {
      return isSame(gate.input("$s"), edge) && gate.input("$i0").id() != net.id();
    }
    if (edges.isEdge(gate)) {
      return isSame(gate.output(), edge);
    }
    return gate.isPrimitive()
        && !NetDrivers.isAlias(gate)
        && gate.outputs().stream().allMatch(output -> isOnlyRead(output, edge, open));
  }

  private boolean isOnlyRead(Net net, Net edge, Set<Gate> open) {
    return !shown.contains(net.id())
        && readers.getOrDefault(net.id(), List.of()).stream()
            .allMatch(reader -> isOnly(reader, net, edge, open));
  }

  private boolean isSame(Net clock, Net edge) {
    return edges
        .of(clock)
        .flatMap(
            one ->
                edges
                    .of(edge)
                    .map(
                        other ->
                            one.signal().id() == other.signal().id()
                                && one.rising() == other.rising()))
        .orElse(false);
  }
}
