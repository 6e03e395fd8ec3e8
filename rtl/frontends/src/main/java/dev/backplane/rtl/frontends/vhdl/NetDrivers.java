package dev.backplane.rtl.frontends.vhdl;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The drivers of the nets of a unit, and the aliases of nets. */
final class NetDrivers {
  /** Gates whose output is their input: they represent signals and ports. */
  private static final Set<String> ALIASES =
      Set.of("$signal", "$isignal", "$output", "$ioutput", "$port", "$nop", "$enable");

  private final Map<Integer, Gate> gates = new HashMap<>();
  private final Map<Integer, Net> sources = new HashMap<>();

  NetDrivers(List<Gate> gates) {
    for (Gate gate : gates) {
      for (Net net : gate.outputs()) {
        this.gates.put(net.id(), gate);
      }
      if (isAlias(gate)) {
        sources.put(gate.output().id(), gate.input("$i"));
      }
    }
    gates.stream().filter(this::isItself).forEach(this::keep);
  }

  /** Returns whether a signal is assigned nothing but itself. */
  private boolean isItself(Gate gate) {
    if (!isAlias(gate)) {
      return false;
    }
    int start = gate.output().id();
    Net at = gate.input("$i");
    for (int steps = 0; steps <= sources.size() && at.id() != start; steps++) {
      Net next = sources.get(at.id());
      if (next == null) {
        return false;
      }
      at = next;
    }
    return at.id() == start;
  }

  /** Such a signal keeps the value that it starts with; without one nothing is behind it. */
  private void keep(Gate gate) {
    Net first = gate.inputs().get("$init");
    if (first == null) {
      sources.remove(gate.output().id());
    } else {
      sources.put(gate.output().id(), first);
    }
  }

  static boolean isAlias(Gate gate) {
    return ALIASES.contains(gate.kind()) && gate.inputs().containsKey("$i");
  }

  /** The gate that drives a net, directly or through aliases; null for ports of the unit. */
  @Nullable Gate of(Net net) {
    return gates.get(source(net).id());
  }

  /** The net behind aliases. */
  Net source(Net net) {
    Net at = net;
    // A longer chain than there are aliases is a loop.
    for (int steps = 0; steps <= sources.size(); steps++) {
      Net next = sources.get(at.id());
      if (next == null) {
        return at;
      }
      at = next;
    }
    throw new GateListException("signals are assigned to each other in a circle");
  }
}
