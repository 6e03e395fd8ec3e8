package dev.backplane.rtl.frontend.vhdl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** The ports of a memory, which GHDL threads on a ring that begins and ends at the memory. */
final class MemoryPorts {
  private MemoryPorts() {}

  /** The ports, in the order of the ring. */
  static List<Gate> of(Gate memory, List<Gate> gates) {
    Map<Integer, List<Gate>> users = new HashMap<>();
    for (Gate gate : gates) {
      if (gate.kind().startsWith("$mem")) {
        gate.inputs()
            .forEach(
                (port, net) -> {
                  if (port.equals("$iport") || gate.kind().equals("$mem_multiport")) {
                    users.computeIfAbsent(net.id(), id -> new ArrayList<>()).add(gate);
                  }
                });
      }
    }
    List<Gate> ports = new ArrayList<>();
    Set<Gate> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    seen.add(memory);
    Deque<Net> ring = new ArrayDeque<>(List.of(memory.output()));
    while (!ring.isEmpty()) {
      for (Gate gate : users.getOrDefault(ring.removeFirst().id(), List.of())) {
        if (seen.add(gate)) {
          if (!gate.kind().equals("$mem_multiport")) {
            ports.add(gate);
          }
          ring.addLast(gate.output());
        }
      }
    }
    return ports;
  }

  static OptionalInt wordWidth(List<Gate> ports) {
    return ports.stream().mapToInt(MemoryPorts::width).findFirst();
  }

  static boolean sameWidth(List<Gate> ports) {
    return ports.stream().mapToInt(MemoryPorts::width).distinct().count() <= 1;
  }

  private static int width(Gate port) {
    return port.kind().equals("$mem_wr_sync")
        ? port.input("$data").width()
        : port.outputs().get(1).width();
  }
}
