package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Emits cells for nodes that an output depends on. If words form a combinational loop, bitwise
 * operations are split into bits, which may not form one.
 */
final class NetlistEmitter {
  private final Design design;
  private final NodeGraph graph;
  private final DriverResolution drivers;
  private final Map<Node, Operand> operands = new HashMap<>();
  private final Map<Node, Node> replacements = new HashMap<>();
  private final Set<Node> splitNodes = new HashSet<>();
  private final Map<Node, String> names = new HashMap<>();
  private final Set<String> usedNames = new HashSet<>();
  private final List<Signal> signals = new ArrayList<>();
  private final List<Cell> cells = new ArrayList<>();
  private final Map<Leaf, Signal> inputs = new HashMap<>();
  private final SequencedMap<Flop, Signal> flops = new LinkedHashMap<>();
  private final SequencedMap<Variable, SequencedMap<Node, Signal>> reads = new LinkedHashMap<>();
  private final Queue<Object> pendingStates = new ArrayDeque<>();

  NetlistEmitter(Design design, DriverResolution drivers) {
    this.design = design;
    this.graph = design.graph();
    this.drivers = drivers;
  }

  List<Signal> signals() {
    return signals;
  }

  List<Cell> cells() {
    return cells;
  }

  /** The registers that an output depends on, in the order of their discovery. */
  SequencedMap<Flop, Signal> flops() {
    return flops;
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

  /** Names the cell that drives an output. */
  void name(Node node, String name) {
    if (node instanceof Node.Compute || node instanceof Node.MemoryRead) {
      names.putIfAbsent(node, name);
    }
  }

  private Signal signal(@Nullable String wanted, int width) {
    String name = wanted == null ? "$" + signals.size() : wanted;
    for (int i = 2; !usedNames.add(name); i++) {
      name = wanted + "$" + i;
    }
    Signal signal = new Signal(signals.size(), name, width);
    signals.add(signal);
    return signal;
  }

  private static final class Visit {
    private final Node node;
    private final List<Node> dependencies;
    private int next;

    Visit(Node node, List<Node> needs) {
      this.node = node;
      this.dependencies = needs;
    }
  }

  /** The operand of a node; emits all cells that it depends on. */
  Operand operand(Node root) {
    while (true) {
      List<Node> loop = visit(root);
      if (loop.isEmpty()) {
        return Objects.requireNonNull(operands.get(root));
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
      replacements.keySet().removeIf(node -> !operands.containsKey(node));
    }
  }

  private static boolean isBitwise(Operation operation) {
    return switch (operation) {
      case AND, OR, XOR, XNOR, NOT, MUX, EXTEND -> true;
      default -> false;
    };
  }

  /** Emits a node and its dependencies; returns the nodes of a loop if there is one. */
  private List<Node> visit(Node root) {
    Deque<Visit> path = new ArrayDeque<>();
    Set<Node> open = new HashSet<>();
    if (!operands.containsKey(root)) {
      path.push(new Visit(root, dependencies(root)));
      open.add(root);
    }
    while (!path.isEmpty()) {
      Visit visit = path.element();
      if (visit.next == visit.dependencies.size()) {
        operands.put(visit.node, emit(visit.node));
        open.remove(visit.node);
        path.pop();
        continue;
      }
      Node need = visit.dependencies.get(visit.next++);
      if (operands.containsKey(need)) {
        continue;
      }
      if (!open.add(need)) {
        List<Node> loop = new ArrayList<>();
        for (Visit at : path) {
          loop.add(at.node);
          if (at.node == need) {
            return loop;
          }
        }
      }
      path.push(new Visit(need, dependencies(need)));
    }
    return List.of();
  }

  private List<Node> dependencies(Node node) {
    Node instead = replacement(node);
    if (instead != null) {
      replacements.put(node, instead);
      if (node instanceof Node.Read read) {
        name(instead, read.leaf().name());
      }
      return List.of(instead);
    }
    return switch (node) {
      case Node.Fixed fixed -> List.of();
      case Node.Read read -> List.of();
      case Node.RegisterOutput held -> List.of();
      case Node.MemoryRead fetch -> List.of(fetch.address());
      case Node.Compute compute -> compute.inputs();
      case Node.Slice piece -> List.of(piece.from());
      case Node.Concat join -> join.parts();
    };
  }

  /** The replacement of a node, or null if it has none. */
  private @Nullable Node replacement(Node node) {
    return switch (node) {
      case Node.Read read when !isInput(read.leaf()) -> drivers.valueOf(read.leaf());
      case Node.Slice piece when piece.from() instanceof Node.Read read && !isInput(read.leaf()) ->
          graph.slice(drivers.valueOf(read.leaf()), piece.lsb(), piece.width());
      case Node.Slice piece when splitNodes.contains(piece.from()) ->
          splitIntoBits((Node.Compute) piece.from(), piece.lsb(), piece.width());
      case Node.Compute compute when splitNodes.contains(compute) ->
          splitIntoBits(compute, 0, compute.width());
      case Node.MemoryRead fetch
          when fetch.address() instanceof Node.Fixed fixed
              && !design.writes().containsKey(fetch.memory()) ->
          graph.fixed(
              fixed.value().bitLength() > 30
                  ? BigInteger.ZERO
                  : design
                      .contents(fetch.memory())
                      .getOrDefault(fixed.value().intValue(), BigInteger.ZERO),
              fetch.width());
      default -> null;
    };
  }

  private static boolean isInput(Leaf leaf) {
    return leaf.variable().origin() == Variable.Origin.TOP_INPUT;
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

  private Operand emit(Node node) {
    Node instead = replacements.get(node);
    if (instead != null) {
      return Objects.requireNonNull(operands.get(instead));
    }
    return switch (node) {
      case Node.Fixed fixed -> Operand.of(fixed.value(), fixed.width());
      case Node.Read read -> Operand.of(input(read.leaf()));
      case Node.RegisterOutput held -> Operand.of(flop(held.flop()));
      case Node.MemoryRead fetch -> Operand.of(read(fetch));
      case Node.Slice piece -> slice(operandOf(piece.from()), piece.lsb(), piece.width());
      case Node.Concat join -> concat(join.parts().stream().map(this::operandOf).toList());
      case Node.Compute compute -> {
        Signal output = signal(names.get(compute), compute.width());
        cells.add(
            new Cell(
                compute.operation(),
                compute.signed(),
                compute.inputs().stream().map(this::operandOf).toList(),
                output));
        yield Operand.of(output);
      }
    };
  }

  private Operand operandOf(Node node) {
    return Objects.requireNonNull(operands.get(node));
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

  private Signal read(Node.MemoryRead fetch) {
    SequencedMap<Node, Signal> ports = reads.get(fetch.memory());
    if (ports == null) {
      ports = new LinkedHashMap<>();
      reads.put(fetch.memory(), ports);
      pendingStates.add(fetch.memory());
    }
    return ports.computeIfAbsent(
        fetch.address(), address -> signal(names.get(fetch), fetch.width()));
  }

  private static Operand slice(Operand operand, int lsb, int width) {
    List<Operand.Part> parts = new ArrayList<>();
    int at = 0;
    for (Operand.Part part : operand.parts()) {
      int from = Math.max(lsb, at);
      int to = Math.min(lsb + width, at + part.width());
      if (from < to) {
        parts.add(
            switch (part) {
              case Operand.Slice slice ->
                  new Operand.Slice(slice.signal(), slice.lsb() + from - at, to - from);
              case Operand.Constant constant ->
                  new Operand.Constant(
                      ConstantFolding.truncate(constant.value().shiftRight(from - at), to - from),
                      to - from);
            });
      }
      at += part.width();
    }
    return new Operand(parts);
  }

  /** The concatenation of operands, in which adjacent slices are merged. */
  private static Operand concat(List<Operand> operands) {
    List<Operand.Part> parts = new ArrayList<>();
    for (Operand operand : operands) {
      for (Operand.Part part : operand.parts()) {
        Operand.Part last = parts.isEmpty() ? null : parts.getLast();
        if (last instanceof Operand.Slice low
            && part instanceof Operand.Slice high
            && low.signal().equals(high.signal())
            && low.lsb() + low.width() == high.lsb()) {
          parts.set(
              parts.size() - 1,
              new Operand.Slice(low.signal(), low.lsb(), low.width() + high.width()));
        } else if (last instanceof Operand.Constant low && part instanceof Operand.Constant high) {
          parts.set(
              parts.size() - 1,
              new Operand.Constant(
                  high.value().shiftLeft(low.width()).or(low.value()), low.width() + high.width()));
        } else {
          parts.add(part);
        }
      }
    }
    return new Operand(parts);
  }

  private RtlException loopError(List<Node> loop) {
    List<Leaf> leaves = new ArrayList<>();
    boolean keeps = true;
    for (Node node : loop.reversed()) {
      Leaf leaf =
          node instanceof Node.Read read
              ? read.leaf()
              : node instanceof Node.Slice piece && piece.from() instanceof Node.Read read
                  ? read.leaf()
                  : null;
      if (leaf != null && !leaves.contains(leaf)) {
        leaves.add(leaf);
      }
      if (node instanceof Node.Compute compute) {
        Operation operation = compute.operation();
        keeps &=
            operation == Operation.MUX || operation == Operation.AND || operation == Operation.OR;
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
    if (keeps && leaves.size() == 1 && drivers.stream().allMatch(Design.Driver::procedural)) {
      return new RtlException(
          RtlError.LATCH,
          "%s'%s' is a latch: some path through its block does not assign it. Assign it on every path, or clock it"
              .formatted(prefix, leaves.getFirst().name()));
    }
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
