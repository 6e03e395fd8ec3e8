package dev.backplane.rtl.frontends.vhdl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Recognises clock edges, which are gates in GHDL's list. */
final class ClockEdges {
  /**
   * The clock of a register.
   *
   * @param signal the clock signal
   * @param rising whether the rising edge is used
   * @param enables the conditions of the edge, all of which must hold
   */
  record Clock(Net signal, boolean rising, List<Net> enables) {
    Clock {
      enables = List.copyOf(enables);
    }

    private Clock with(Net condition) {
      return new Clock(
          signal, rising, Stream.concat(enables.stream(), Stream.of(condition)).toList());
    }
  }

  private final NetDrivers drivers;
  private final Map<Integer, Clock> clocks = new HashMap<>();

  /**
   * Finds the edges of a unit, and what further conditions make of them.
   *
   * @param drivers the drivers of nets
   * @param gates all gates
   */
  ClockEdges(NetDrivers drivers, List<Gate> gates) {
    this.drivers = drivers;
    Map<Integer, List<Gate>> conditions = new HashMap<>();
    Deque<Gate> found = new ArrayDeque<>();
    for (Gate gate : gates) {
      if (gate.kind().equals("$posedge") || gate.kind().equals("$negedge")) {
        boolean rising = gate.kind().equals("$posedge");
        clocks.put(gate.output().id(), new Clock(gate.input("$i"), rising, List.of()));
        found.add(gate);
      } else if (gate.kind().equals("$and") && gate.output().width() == 1) {
        for (Net input : gate.inputs().values()) {
          conditions.computeIfAbsent(source(input), id -> new ArrayList<>()).add(gate);
        }
      }
    }
    while (!found.isEmpty()) {
      Gate edge = found.removeFirst();
      for (Gate and : conditions.getOrDefault(source(edge.output()), List.of())) {
        boolean left = source(and.input("$a")) == source(edge.output());
        Net condition = and.input(left ? "$b" : "$a");
        Clock clock = Objects.requireNonNull(clocks.get(edge.output().id()));
        if (!clocks.containsKey(and.output().id())) {
          clocks.put(and.output().id(), clock.with(condition));
          found.add(and);
        }
      }
    }
  }

  private int source(Net net) {
    return drivers.source(net).id();
  }

  boolean isEdge(Gate gate) {
    return gate.outputs().size() == 1 && clocks.containsKey(gate.output().id());
  }

  Optional<Clock> of(Net net) {
    return Optional.ofNullable(clocks.get(source(net)));
  }
}
