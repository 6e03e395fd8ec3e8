package dev.backplane.rtl.frontends.vhdl;

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

/**
 * The ports of a memory. GHDL connects them in a chain that begins and ends at the memory, in the
 * order of the reads and writes of the process: a read after a write sees the data written at the
 * same edge.
 */
final class MemoryPorts {
  private final List<Gate> ports = new ArrayList<>();
  private final Map<Integer, Gate> before = new HashMap<>();

  /**
   * Collects the ports of a memory.
   *
   * @param memory the memory
   * @param gates all gates of its unit
   */
  MemoryPorts(Gate memory, List<Gate> gates) {
    Map<Integer, List<Gate>> users = new HashMap<>();
    for (Gate gate : gates) {
      if (gate.kind().startsWith("$mem")) {
        before.put(gate.output().id(), gate);
        chained(gate)
            .forEach(net -> users.computeIfAbsent(net.id(), id -> new ArrayList<>()).add(gate));
      }
    }
    Set<Gate> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    seen.add(memory);
    Deque<Net> chain = new ArrayDeque<>(List.of(memory.output()));
    while (!chain.isEmpty()) {
      for (Gate gate : users.getOrDefault(chain.removeFirst().id(), List.of())) {
        if (seen.add(gate)) {
          if (!isJoin(gate)) {
            ports.add(gate);
          }
          chain.addLast(gate.output());
        }
      }
    }
  }

  private static boolean isJoin(Gate gate) {
    return gate.kind().equals("$mem_multiport");
  }

  private static List<Net> chained(Gate gate) {
    return isJoin(gate) ? List.copyOf(gate.inputs().values()) : List.of(gate.input("$iport"));
  }

  /** The ports, in order. */
  List<Gate> all() {
    return ports;
  }

  /** The writes before a port in its chain, in order. */
  List<Gate> writesBefore(Gate port) {
    List<Gate> writes = new ArrayList<>();
    Set<Gate> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(port, seen, writes);
    return writes;
  }

  private void collect(Gate from, Set<Gate> seen, List<Gate> writes) {
    for (Net net : chained(from)) {
      Gate gate = before.get(net.id());
      if (gate != null && isOnChain(gate) && seen.add(gate)) {
        collect(gate, seen, writes);
        if (gate.kind().equals("$mem_wr_sync")) {
          writes.add(gate);
        }
      }
    }
  }

  private static boolean isOnChain(Gate gate) {
    return !gate.kind().equals("$memory") && !gate.kind().equals("$memory_init");
  }

  OptionalInt wordWidth() {
    return ports.stream().mapToInt(MemoryPorts::width).findFirst();
  }

  boolean haveOneWidth() {
    return ports.stream().mapToInt(MemoryPorts::width).distinct().count() <= 1;
  }

  private static int width(Gate port) {
    return port.kind().equals("$mem_wr_sync")
        ? port.input("$data").width()
        : port.outputs().get(1).width();
  }
}
