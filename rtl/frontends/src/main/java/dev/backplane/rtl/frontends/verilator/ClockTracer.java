package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Traces clocks back to inputs of the design. What gates a clock on the way becomes an enable of
 * its registers, if it cannot change while the clock is high: a latch that is open while the clock
 * is low, registers of the falling edge, and inputs.
 */
final class ClockTracer {
  /**
   * The source of a clock.
   *
   * @param clock the edges of an input
   * @param enable the enable of gates and clock buffers in between, null if there is none
   */
  record Source(Clock clock, @Nullable Node enable) {
    Source and(NodeGraph graph, Node gate) {
      return new Source(clock, enable == null ? gate : graph.and(enable, gate));
    }
  }

  private final Design design;
  private final NodeGraph graph;
  private final DriverResolution drivers;
  private final Map<EdgeTrigger, Source> known = new HashMap<>();

  ClockTracer(Design design, DriverResolution drivers) {
    this.design = design;
    this.graph = design.graph();
    this.drivers = drivers;
  }

  Source trace(EdgeTrigger trigger, String what) {
    Source source = known.get(trigger);
    if (source == null) {
      source = find(trigger.signal(), trigger.rising(), new HashSet<>());
      if (source == null) {
        throw error(trigger, what);
      }
      known.put(trigger, source);
    }
    return source;
  }

  private @Nullable Source find(Node at, boolean rising, Set<Node> seen) {
    if (!seen.add(at)) {
      return null;
    }
    Leaf leaf = ProcessElaboration.bitLeafOf(at);
    if (leaf != null) {
      if (leaf.isInput()) {
        return new Source(rising ? Clock.rising(leaf.name()) : Clock.falling(leaf.name()), null);
      }
      Design.BufferedClock buffer = design.buffers().get(leaf);
      if (buffer == null) {
        return find(drivers.valueOf(leaf), rising, seen);
      }
      Source before = find(buffer.clock(), rising, seen);
      return before == null ? null : before.and(graph, buffer.enable());
    }
    if (at instanceof Node.Slice piece) {
      Leaf word = Leaf.of(piece.from());
      return word == null || word.isInput()
          ? null
          : find(graph.slice(drivers.valueOf(word), piece.lsb(), piece.width()), rising, seen);
    }
    if (at.width() != 1 || !(at instanceof Node.Compute compute)) {
      return null;
    }
    return switch (compute.operation()) {
      case NOT -> find(compute.input(0), !rising, seen);
      case AND -> rising ? gated(compute.input(0), compute.input(1), seen) : null;
      case OR ->
          rising ? null : gated(graph.not(compute.input(0)), graph.not(compute.input(1)), seen);
      default -> null;
    };
  }

  /**
   * Finds the source of a clock behind an AND gate. Either operand may be the clock, and the other
   * one the gate.
   */
  private @Nullable Source gated(Node one, Node other, Set<Node> seen) {
    for (List<Node> order : List.of(List.of(one, other), List.of(other, one))) {
      Source source = find(order.getFirst(), true, new HashSet<>(seen));
      if (source != null && !source.clock().isFalling()) {
        Node gate = gate(order.getLast(), order.getFirst(), source.clock(), seen);
        if (gate != null) {
          return source.and(graph, gate);
        }
      }
    }
    return null;
  }

  /**
   * Finds the value of a gate at the rising edge of a clock; null if the gate may change while the
   * clock is high.
   *
   * @param gated the net that it gates
   * @param clock the source of that net
   */
  private @Nullable Node gate(Node node, Node gated, Clock clock, Set<Node> seen) {
    Net gate = net(node);
    Leaf leaf = ProcessElaboration.bitLeafOf(gate.node());
    if (leaf != null && !leaf.isInput()) {
      Node data = openWhileLow(leaf, drivers.valueOf(leaf), net(gated));
      if (data != null) {
        return gate.inverted() ? graph.not(data) : data;
      }
    }
    return holdsWhileHigh(node, clock, new HashSet<>(seen)) ? node : null;
  }

  /** The data of a latch that is open while a clock is low, or null if this is none. */
  private @Nullable Node openWhileLow(Leaf leaf, Node value, Net clock) {
    if (!(value instanceof Node.Compute compute) || compute.operation() != Operation.MUX) {
      return null;
    }
    Node self = leaf.read(graph);
    boolean openAtOne = compute.input(0) == self;
    Node data = compute.input(openAtOne ? 1 : 0);
    if (data == self || (!openAtOne && compute.input(1) != self)) {
      return null;
    }
    Net select = net(compute.input(2));
    Net closes = openAtOne ? select.not() : select;
    return isHighWith(clock, closes) ? data : null;
  }

  /**
   * Tells whether a net is high whenever a clock is: it is the clock, or one that the clock gates.
   */
  private boolean isHighWith(Net clock, Net net) {
    if (clock.equals(net)) {
      return true;
    }
    return clock.node() instanceof Node.Compute gate
        && gate.operation() == (clock.inverted() ? Operation.OR : Operation.AND)
        && gate.inputs().stream()
            .map(input -> clock.inverted() ? net(input).not() : net(input))
            .anyMatch(input -> isHighWith(input, net));
  }

  /** A value without the names and inverters before it. */
  private record Net(Node node, boolean inverted) {
    Net not() {
      return new Net(node, !inverted);
    }
  }

  private Net net(Node node) {
    Net at = new Net(node, false);
    Set<Node> seen = new HashSet<>();
    while (seen.add(at.node())) {
      Leaf leaf = ProcessElaboration.bitLeafOf(at.node());
      if (leaf != null && !leaf.isInput() && !isLatch(leaf)) {
        at = new Net(drivers.valueOf(leaf), at.inverted());
      } else if (at.node() instanceof Node.Compute compute
          && compute.operation() == Operation.NOT
          && compute.width() == 1) {
        at = new Net(compute.input(0), !at.inverted());
      }
    }
    return at;
  }

  private boolean isLatch(Leaf leaf) {
    return drivers.valueOf(leaf) instanceof Node.Compute compute
        && compute.operation() == Operation.MUX
        && compute.inputs().contains(leaf.read(graph));
  }

  private boolean holdsWhileHigh(Node gate, Clock clock, Set<Node> seen) {
    Deque<Node> rest = new ArrayDeque<>(List.of(gate));
    for (Node node = rest.poll(); node != null; node = rest.poll()) {
      if (!seen.add(node)) {
        continue;
      }
      switch (node) {
        case Node.Fixed _ -> {}
        case Node.MemoryRead _ -> {
          return false;
        }
        case Node.Slice piece -> rest.push(piece.from());
        case Node.Concat join -> join.parts().forEach(rest::push);
        case Node.Compute compute -> compute.inputs().forEach(rest::push);
        case Node.Source source -> {
          if (source.origin() instanceof Leaf leaf && !leaf.isInput()) {
            rest.push(drivers.valueOf(leaf));
          } else if (!isTakenBefore(source.origin(), clock, seen)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Tells whether an input or a register changes at no rising edge of a clock, nor after it. */
  private boolean isTakenBefore(Object origin, Clock clock, Set<Node> seen) {
    if (origin instanceof Flop flop) {
      Source edge = find(flop.trigger().signal(), flop.trigger().rising(), new HashSet<>(seen));
      return edge != null && edge.clock().equals(clock.opposite());
    }
    return origin instanceof Leaf input && !input.name().equals(clock.pin());
  }

  private RtlException error(EdgeTrigger trigger, String what) {
    return design
        .texts()
        .unsupported(
            trigger.location(),
            "'%s' is clocked by '%s', which is neither an input of the design nor one that is gated by what holds while it is high. Use a clock port and an enable"
                .formatted(what, lastName(trigger.signal())));
  }

  /** The last name before a clock becomes an expression. */
  private String lastName(Node signal) {
    String name = "an expression";
    Set<Node> seen = new HashSet<>();
    Node at = signal;
    while (seen.add(at)) {
      Leaf leaf = ProcessElaboration.bitLeafOf(at);
      if (leaf == null) {
        return name;
      }
      name = leaf.name();
      if (!leaf.isInput()) {
        at = drivers.valueOf(leaf);
      }
    }
    return name;
  }
}
