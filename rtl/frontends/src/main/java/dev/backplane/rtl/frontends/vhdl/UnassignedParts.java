package dev.backplane.rtl.frontends.vhdl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Gives the parts of a signal that nothing assigns the value that the signal starts with, which
 * they keep. GHDL 2.0 leaves them open, if another part is assigned.
 */
final class UnassignedParts {
  private final Map<Integer, Gate> drivers = new HashMap<>();

  /** The number of readers of each net. */
  private final Map<Integer, Integer> uses = new HashMap<>();

  /** The gates that take the place of a gate. */
  private final Map<Gate, Gate> replaced = new HashMap<>();

  private UnassignedParts(Unit.Body body) {
    for (Gate gate : body.gates()) {
      gate.outputs().forEach(net -> drivers.put(net.id(), gate));
      gate.inputs().values().forEach(net -> uses.merge(net.id(), 1, Integer::sum));
    }
    body.outputs().forEach(net -> uses.merge(net.id(), 1, Integer::sum));
  }

  /** The same body, in which they have this value. */
  static Unit.Body fill(Unit.Body body) {
    UnassignedParts parts = new UnassignedParts(body);
    NetDrivers sources = new NetDrivers(body.gates());
    for (Gate gate : body.gates()) {
      if (NetDrivers.isAlias(gate) && sources.source(gate.output()).equals(gate.output())) {
        parts.replaced.put(gate, unassigned(gate));
      }
      Net value = gate.inputs().get("$i");
      Net first = gate.inputs().get("$init");
      if (gate.kind().equals("$isignal") && value != null && first != null) {
        parts.fill(value, first, 0);
      }
    }
    if (parts.replaced.isEmpty()) {
      return body;
    }
    List<Gate> gates = new ArrayList<>();
    body.gates().forEach(gate -> gates.add(parts.replaced.getOrDefault(gate, gate)));
    return new Unit.Body(body.inputs(), body.outputs(), gates);
  }

  /** A signal that is assigned nothing but itself, and has no first value. */
  private static Gate unassigned(Gate gate) {
    return new Gate(
        gate.label(),
        gate.kind(),
        gate.parameters(),
        new LinkedHashMap<>(),
        gate.outputs(),
        gate.location());
  }

  private void fill(Net value, Net first, long offset) {
    Gate gate = drivers.get(value.id());
    if (gate == null || uses.getOrDefault(value.id(), 0) != 1) {
      return;
    }
    if (gate.kind().startsWith("$concat")) {
      long at = offset;
      for (Net part : List.copyOf(gate.inputs().values()).reversed()) {
        fill(part, first, at);
        at += part.width();
      }
    } else if (gate.kind().equals("$const_Z")) {
      SequencedMap<String, Net> from = new LinkedHashMap<>();
      from.put("$i", first);
      replaced.put(
          gate,
          new Gate(
              gate.label(),
              "$extract",
              List.of("$offset=" + offset),
              from,
              gate.outputs(),
              gate.location()));
    }
  }
}
