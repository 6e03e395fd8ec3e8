package dev.backplane.rtl.frontend.vhdl;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which gate drives a net of a unit, and which net stands for another. */
final class Drivers {
  /** Gates whose output is their input: what is left of signals and ports. */
  private static final Set<String> ALIASES =
      Set.of("$signal", "$isignal", "$output", "$ioutput", "$port", "$nop", "$enable");

  private final Map<Integer, Gate> gates = new HashMap<>();
  private final Map<Integer, Net> sources = new HashMap<>();

  Drivers(List<Gate> gates) {
    for (Gate gate : gates) {
      for (Net net : gate.outputs()) {
        this.gates.put(net.id(), gate);
      }
      if (isAlias(gate)) {
        sources.put(gate.output().id(), gate.input("$i"));
      }
    }
  }

  static boolean isAlias(Gate gate) {
    return ALIASES.contains(gate.kind()) && gate.inputs().containsKey("$i");
  }

  /** The gate that drives a net, whatever signals it passes; null for the ports of the unit. */
  @Nullable Gate of(Net net) {
    return gates.get(source(net).id());
  }

  /** The net behind signals and ports. */
  Net source(Net net) {
    Net at = net;
    // A chain of aliases is as long as there are aliases, unless it is a loop.
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
