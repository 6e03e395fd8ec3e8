package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeEmitter;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Emits cells for nodes that an output depends on. If words form a combinational loop, bitwise
 * operations are split into bits, which may not form one.
 */
final class NetlistEmitter extends NodeEmitter {
  private final Design design;
  private final NodeGraph graph;
  private final Set<Node> splitNodes = new HashSet<>();
  private final Map<Leaf, Signal> inputs = new HashMap<>();
  private final SequencedMap<Flop, Signal> flops = new LinkedHashMap<>();
  private final SequencedMap<Variable, SequencedMap<Node, Signal>> reads = new LinkedHashMap<>();
  private final Queue<Object> pendingStates = new ArrayDeque<>();
  private final Latches latches;
  private final SequencedMap<Leaf, Signal> kept = new LinkedHashMap<>();

  NetlistEmitter(Design design, DriverResolution drivers) {
    this.design = design;
    this.graph = design.graph();
    this.latches = new Latches(design, drivers);
  }

  /** The latches that were found so far. */
  Latches latches() {
    return latches;
  }

  /** The words of latches that an output depends on, with the signals of what they keep. */
  SequencedMap<Leaf, Signal> kept() {
    return kept;
  }

  /** The memories that an output depends on, with their reads. */
  SequencedMap<Variable, SequencedMap<Node, Signal>> reads() {
    return reads;
  }

  /** Flip-flops and memories whose inputs are not emitted yet. */
  Queue<Object> pendingStates() {
    return pendingStates;
  }

  Signal input(Leaf leaf) {
    return inputs.computeIfAbsent(leaf, key -> signal(leaf.name(), leaf.width()));
  }

  @Override
  protected void breakLoop(List<Node> loop) {
    if (latches.breaks(loop)) {
      return;
    }
    boolean more = false;
    for (Node node : loop) {
      if (node instanceof Node.Compute compute
          && compute.width() > 1
          && isBitwise(compute.operation())) {
        more |= splitNodes.add(compute);
      }
    }
    if (!more) {
      throw loopError(loop);
    }
  }

  private static boolean isBitwise(Operation operation) {
    return switch (operation) {
      case AND, OR, XOR, XNOR, NOT, MUX, EXTEND -> true;
      default -> false;
    };
  }

  @Override
  protected @Nullable Node replacement(Node node) {
    Node instead = settled(node);
    if (instead != null
        && node instanceof Node.Source source
        && source.origin() instanceof Leaf leaf) {
      name(instead, leaf.name());
    }
    return instead;
  }

  private @Nullable Node settled(Node node) {
    return switch (node) {
      case Node.Source source when source.origin() instanceof Leaf leaf && !leaf.isInput() ->
          latches.valueOf(leaf);
      case Node.Slice piece
          when piece.from() instanceof Node.Source source
              && source.origin() instanceof Leaf leaf
              && !leaf.isInput() ->
          graph.slice(latches.valueOf(leaf), piece.lsb(), piece.width());
      case Node.Slice piece when splitNodes.contains(piece.from()) ->
          splitIntoBits((Node.Compute) piece.from(), piece.lsb(), piece.width());
      case Node.Compute compute when splitNodes.contains(compute) ->
          splitIntoBits(compute, 0, compute.width());
      default -> null;
    };
  }

  private Node splitIntoBits(Node.Compute compute, int lsb, int width) {
    List<Node> parts = new ArrayList<>();
    for (int i = lsb; i < lsb + width; i++) {
      List<Node> inputs = new ArrayList<>();
      for (int k = 0; k < compute.inputs().size(); k++) {
        Node input = compute.input(k);
        boolean select = compute.operation() == Operation.MUX && k == 2;
        inputs.add(select ? input : graph.slice(input, Math.min(i, input.width() - 1), 1));
      }
      parts.add(graph.compute(compute.operation(), false, inputs, 1));
    }
    return graph.concat(parts);
  }

  @Override
  protected Operand source(Node.Source source) {
    return Operand.of(
        switch (source.origin()) {
          case Flop flop -> flop(flop);
          case Latches.Kept latch -> kept(latch.leaf());
          case Object leaf -> input((Leaf) leaf);
        });
  }

  /** The signal of a flip-flop. */
  Signal flop(Flop flop) {
    Signal known = flops.get(flop);
    if (known == null) {
      known = signal(flop.name(), flop.width());
      flops.put(flop, known);
      pendingStates.add(flop);
    }
    return known;
  }

  private Signal kept(Leaf latch) {
    return kept.computeIfAbsent(latch, leaf -> signal(leaf.name() + "$kept", leaf.width()));
  }

  @Override
  protected Operand read(Node.MemoryRead fetch) {
    Variable memory = (Variable) fetch.memory();
    SequencedMap<Node, Signal> ports = reads.get(memory);
    if (ports == null) {
      ports = new LinkedHashMap<>();
      reads.put(memory, ports);
      pendingStates.add(memory);
    }
    return Operand.of(ports.computeIfAbsent(fetch.address(), address -> signal(fetch)));
  }

  private RtlException loopError(List<Node> loop) {
    List<Leaf> leaves = new ArrayList<>();
    for (Node node : loop.reversed()) {
      Leaf leaf = Leaf.of(node instanceof Node.Slice piece ? piece.from() : node);
      if (leaf != null && !leaves.contains(leaf)) {
        leaves.add(leaf);
      }
    }
    List<Design.Driver> drivers =
        leaves.stream()
            .flatMap(leaf -> design.drivers().getOrDefault(leaf, List.of()).stream())
            .toList();
    String places =
        drivers.stream()
            .map(driver -> design.texts().prefix(driver.location()).replaceFirst(": $", ""))
            .filter(place -> !place.isEmpty())
            .distinct()
            .limit(8)
            .collect(Collectors.joining(", "));
    String prefix = places.isEmpty() ? "" : places + ": ";
    String path = leaves.stream().limit(20).map(Leaf::name).collect(Collectors.joining(" -> "));
    return new RtlException(
        RtlError.COMBINATIONAL_LOOP,
        prefix
            + "a loop without a register: "
            + path
            + " -> "
            + (leaves.size() > 20 ? "..." : leaves.isEmpty() ? "..." : leaves.getFirst().name())
            + ". Put a register into it");
  }
}
