package dev.backplane.rtl.frontends.vhdl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Restores registers that GHDL 2.0 leaves as choices by a clock edge between a new value and the
 * signal itself, which it does where a signal with an initial value is assigned at an index that is
 * not constant. What is not understood stays as it is, and is refused as a clock used as a value.
 */
final class LostRegisters {
  private static final Set<String> PARTS =
      Set.of("$concat2", "$concat3", "$concat4", "$concatn", "$extract");

  /** Bits of a net. */
  private record Bits(int net, long offset, int width) {}

  private final List<Gate> gates;
  private final Map<Integer, Gate> drivers = new HashMap<>();
  private final ClockEdges edges;

  /** Nets with the clock edges that choose in what they are made of. */
  private final Map<Integer, Boolean> clocked = new HashMap<>();

  private final Map<Integer, Net> atEdge = new HashMap<>();

  /** The edges of these values. */
  private final Map<Integer, Net> edgeOf = new HashMap<>();

  private final Set<Gate> replaced = new HashSet<>();
  private final List<Gate> added = new ArrayList<>();
  private @Nullable Gate edge;
  private boolean severalClocks;
  private int lastNet;

  private LostRegisters(Unit.Body body) {
    gates = body.gates();
    edges = new ClockEdges(new NetDrivers(gates), gates);
    for (Gate gate : gates) {
      for (Net net : gate.outputs()) {
        drivers.put(net.id(), gate);
        lastNet = Math.max(lastNet, net.id());
      }
    }
    body.inputs().forEach(net -> lastNet = Math.max(lastNet, net.id()));
  }

  /** The same body, in which these are registers. */
  static Unit.Body restore(Unit.Body body) {
    LostRegisters lost = new LostRegisters(body);
    return lost.hasClockedChoice() ? lost.restored(body) : body;
  }

  private boolean hasClockedChoice() {
    return gates.stream()
        .anyMatch(gate -> gate.kind().equals("$mux2") && edges.of(gate.input("$s")).isPresent());
  }

  private Unit.Body restored(Unit.Body body) {
    List<Gate> all = new ArrayList<>();
    for (Gate gate : gates) {
      boolean isSignal = gate.kind().equals("$isignal") || gate.kind().equals("$signal");
      all.add(isSignal && gate.inputs().containsKey("$i") ? restored(gate) : gate);
    }
    all.removeAll(replaced);
    all.addAll(added);
    EdgeReaders readers = new EdgeReaders(body, edges);
    all.replaceAll(gate -> rewired(gate, readers));
    List<Gate> needed = new ArrayList<>();
    all.forEach(gate -> gate.inputs().values().forEach(net -> need(net, needed)));
    all.addAll(needed);
    return new Unit.Body(body.inputs(), body.outputs(), all);
  }

  /** A gate that reads the new value of a variable at the edge, of which there is another now. */
  private Gate rewired(Gate gate, EdgeReaders readers) {
    SequencedMap<String, Net> inputs = new LinkedHashMap<>();
    gate.inputs()
        .forEach(
            (port, net) -> {
              Gate driver = drivers.get(net.id());
              Net edgeOfNet = edgeOf.get(net.id());
              boolean isNew =
                  driver != null
                      && edgeOfNet != null
                      && replaced.contains(driver)
                      && readers.isOnly(gate, net, edgeOfNet);
              inputs.put(port, isNew ? atEdge.getOrDefault(net.id(), net) : net);
            });
    return inputs.equals(gate.inputs())
        ? gate
        : new Gate(
            gate.label(), gate.kind(), gate.parameters(), inputs, gate.outputs(), gate.location());
  }

  /** Takes back what is read elsewhere; it is refused as a clock used as a value. */
  private void need(Net net, List<Gate> needed) {
    Gate gate = drivers.get(net.id());
    if (gate != null && replaced.remove(gate)) {
      needed.add(gate);
      gate.inputs().values().forEach(input -> need(input, needed));
    }
  }

  private Gate restored(Gate signal) {
    Net value = signal.input("$i");
    if (!isClocked(value, new HashSet<>())) {
      return signal;
    }
    SequencedMap<String, Net> inputs = new LinkedHashMap<>();
    Gate choice = drivers.get(value.id());
    String kind = "dff";
    Net next = value;
    if (choice != null && choice.kind().equals("$mux2") && !isEdge(choice.input("$s"))) {
      // A choice outside of the edge is an asynchronous reset, if it does not keep the signal.
      boolean first = isClocked(choice.input("$i1"), new HashSet<>());
      Net other = choice.input(first ? "$i0" : "$i1");
      if (!isClocked(other, new HashSet<>()) && other.id() != signal.output().id()) {
        kind = "adff";
        next = choice.input(first ? "$i1" : "$i0");
        inputs.put("$rst", first ? inverted(choice.input("$s")) : choice.input("$s"));
        inputs.put("$rst_val", other);
      }
    }
    Optional<List<Bits>> kept = kept(next, 0, next.width());
    Bits itself = new Bits(signal.output().id(), 0, next.width());
    edge = null;
    severalClocks = false;
    if (kept.isEmpty() || !kept.get().equals(List.of(itself))) {
      return signal;
    }
    Net data = atEdge(next);
    if (edge == null || severalClocks) {
      throw new GateListException("the register '" + signal.label() + "' has several clocks");
    }
    Net clock = edge.output();
    atEdge.keySet().forEach(id -> edgeOf.putIfAbsent(id, clock));
    inputs.putFirst("$d", data);
    inputs.putFirst("$clk", clock);
    Net initial = signal.inputs().get("$init");
    if (initial != null) {
      kind = "i" + kind;
      inputs.put("$init", initial);
    }
    if (choice != null && next.id() != value.id()) {
      replaced.add(choice);
    }
    Net register = gate("$" + kind, List.of(), inputs, value.width(), signal.location());
    SequencedMap<String, Net> drivenBy = new LinkedHashMap<>(signal.inputs());
    drivenBy.put("$i", register);
    return new Gate(
        signal.label(),
        signal.kind(),
        signal.parameters(),
        drivenBy,
        signal.outputs(),
        signal.location());
  }

  private boolean isEdge(Net net) {
    return edges.of(net).isPresent();
  }

  private Net inverted(Net net) {
    SequencedMap<String, Net> inputs = new LinkedHashMap<>();
    inputs.put("$i", net);
    return gate("$not", List.of(), inputs, 1, "");
  }

  private Net gate(
      String kind,
      List<String> parameters,
      SequencedMap<String, Net> inputs,
      int width,
      String location) {
    lastNet++;
    Net net = new Net(lastNet, width);
    added.add(new Gate("%r" + lastNet, kind, parameters, inputs, List.of(net), location));
    return net;
  }

  private boolean isClocked(Net net, Set<Integer> open) {
    Boolean known = clocked.get(net.id());
    Gate gate = drivers.get(net.id());
    if (known != null || gate == null || !open.add(net.id())) {
      return known != null && known;
    }
    boolean found = false;
    if (gate.kind().equals("$mux2")) {
      found =
          isEdge(gate.input("$s"))
              || isClocked(gate.input("$i0"), open)
              || isClocked(gate.input("$i1"), open);
    } else if (PARTS.contains(gate.kind())) {
      for (Net input : gate.inputs().values()) {
        found = isClocked(input, open) || found;
      }
    }
    clocked.put(net.id(), found);
    return found;
  }

  /** The bits that a net has without an edge; nothing if they depend on anything else. */
  private Optional<List<Bits>> kept(Net net, long offset, int width) {
    Gate gate = drivers.get(net.id());
    if (gate == null || !isClocked(net, new HashSet<>())) {
      if (gate != null && gate.kind().equals("$extract")) {
        return kept(gate.input("$i"), offset + gate.parameter("$offset"), width);
      }
      return Optional.of(List.of(new Bits(net.id(), offset, width)));
    }
    if (gate.kind().equals("$mux2")) {
      Optional<List<Bits>> first = kept(gate.input("$i0"), offset, width);
      return isEdge(gate.input("$s")) || first.equals(kept(gate.input("$i1"), offset, width))
          ? first
          : Optional.empty();
    }
    if (gate.kind().equals("$extract")) {
      return kept(gate.input("$i"), offset + gate.parameter("$offset"), width);
    }
    List<Bits> all = new ArrayList<>();
    long from = 0;
    for (Net part : List.copyOf(gate.inputs().values()).reversed()) {
      long low = Math.max(offset, from);
      long high = Math.min(offset + width, from + part.width());
      if (low < high) {
        Optional<List<Bits>> bits = kept(part, low - from, (int) (high - low));
        if (bits.isEmpty()) {
          return bits;
        }
        bits.get().forEach(more -> append(all, more));
      }
      from += part.width();
    }
    return Optional.of(all);
  }

  private static void append(List<Bits> all, Bits more) {
    if (!all.isEmpty()) {
      Bits last = all.getLast();
      if (last.net() == more.net() && last.offset() + last.width() == more.offset()) {
        all.removeLast();
        all.add(new Bits(last.net(), last.offset(), last.width() + more.width()));
        return;
      }
    }
    all.add(more);
  }

  /** The value of a net at the edge. */
  private Net atEdge(Net net) {
    Gate gate = drivers.get(net.id());
    if (gate == null || !isClocked(net, new HashSet<>())) {
      return net;
    }
    Net known = atEdge.get(net.id());
    if (known != null) {
      return known;
    }
    replaced.add(gate);
    Net value;
    if (gate.kind().equals("$mux2") && isEdge(gate.input("$s"))) {
      ClockEdges.Clock clock = edges.of(gate.input("$s")).orElseThrow();
      use(gate.input("$s"));
      Net old = atEdge(gate.input("$i0"));
      value = atEdge(gate.input("$i1"));
      for (Net enable : clock.enables()) {
        SequencedMap<String, Net> choice = new LinkedHashMap<>();
        choice.put("$s", enable);
        choice.put("$i0", old);
        choice.put("$i1", value);
        value = gate("$mux2", List.of(), choice, net.width(), gate.location());
      }
    } else {
      SequencedMap<String, Net> inputs = new LinkedHashMap<>();
      gate.inputs().forEach((port, input) -> inputs.put(port, atEdge(input)));
      value = gate(gate.kind(), gate.parameters(), inputs, net.width(), gate.location());
    }
    atEdge.put(net.id(), value);
    return value;
  }

  /** Notes the edge of a choice. */
  private void use(Net select) {
    Gate gate = drivers.get(select.id());
    while (gate != null && gate.kind().equals("$and")) {
      gate = drivers.get(gate.input(isEdge(gate.input("$a")) ? "$a" : "$b").id());
    }
    severalClocks |= edge != null && !edge.equals(gate);
    edge = gate;
  }
}
