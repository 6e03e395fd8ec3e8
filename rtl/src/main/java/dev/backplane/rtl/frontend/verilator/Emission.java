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
 * Makes cells of nodes, of those only that something depends on. Where words loop, what works bit
 * by bit is taken apart: perhaps the bits do not.
 */
final class Emission {
  private final Design design;
  private final Nodes nodes;
  private final Wiring wiring;
  private final Map<Node, Operand> done = new HashMap<>();
  private final Map<Node, Node> redirected = new HashMap<>();
  private final Set<Node> apart = new HashSet<>();
  private final Map<Node, String> names = new HashMap<>();
  private final Set<String> taken = new HashSet<>();
  private final List<Signal> signals = new ArrayList<>();
  private final List<Cell> cells = new ArrayList<>();
  private final Map<Leaf, Signal> inputs = new HashMap<>();
  private final SequencedMap<Flop, Signal> flops = new LinkedHashMap<>();
  private final SequencedMap<Variable, SequencedMap<Node, Signal>> reads = new LinkedHashMap<>();
  private final Queue<Object> unfinished = new ArrayDeque<>();

  Emission(Design design, Wiring wiring) {
    this.design = design;
    this.nodes = design.nodes();
    this.wiring = wiring;
  }

  List<Signal> signals() {
    return signals;
  }

  List<Cell> cells() {
    return cells;
  }

  /** Registers that something depends on, in the order in which they were found. */
  SequencedMap<Flop, Signal> flops() {
    return flops;
  }

  /** Memories that something depends on, with their reads. */
  SequencedMap<Variable, SequencedMap<Node, Signal>> reads() {
    return reads;
  }

  /** Flops and memories whose inputs are still to be asked for. */
  Queue<Object> unfinished() {
    return unfinished;
  }

  Signal input(Leaf leaf) {
    return inputs.computeIfAbsent(leaf, key -> signal(leaf.name(), leaf.width()));
  }

  /** Gives the cell behind an output its name. */
  void name(Node node, String name) {
    if (node instanceof Node.Compute || node instanceof Node.Fetch) {
      names.putIfAbsent(node, name);
    }
  }

  private Signal signal(@Nullable String wanted, int width) {
    String name = wanted == null ? "$" + signals.size() : wanted;
    for (int i = 2; !taken.add(name); i++) {
      name = wanted + "$" + i;
    }
    Signal signal = new Signal(signals.size(), name, width);
    signals.add(signal);
    return signal;
  }

  private static final class Visit {
    private final Node node;
    private final List<Node> needs;
    private int next;

    Visit(Node node, List<Node> needs) {
      this.node = node;
      this.needs = needs;
    }
  }

  /** What a node is in the netlist, with all that it depends on. */
  Operand operand(Node root) {
    while (true) {
      List<Node> loop = visit(root);
      if (loop.isEmpty()) {
        return Objects.requireNonNull(done.get(root));
      }
      boolean more = false;
      for (Node node : loop) {
        if (node instanceof Node.Compute compute
            && compute.width() > 1
            && isBitwise(compute.operation())) {
          more |= apart.add(compute);
        }
      }
      if (!more) {
        throw refused(loop);
      }
      redirected.keySet().removeIf(node -> !done.containsKey(node));
    }
  }

  private static boolean isBitwise(Operation operation) {
    return switch (operation) {
      case AND, OR, XOR, XNOR, NOT, MUX, EXTEND -> true;
      default -> false;
    };
  }

  /** Emits; gives the nodes of a loop if there is one. */
  private List<Node> visit(Node root) {
    Deque<Visit> path = new ArrayDeque<>();
    Set<Node> open = new HashSet<>();
    if (!done.containsKey(root)) {
      path.push(new Visit(root, needs(root)));
      open.add(root);
    }
    while (!path.isEmpty()) {
      Visit visit = path.element();
      if (visit.next == visit.needs.size()) {
        done.put(visit.node, finish(visit.node));
        open.remove(visit.node);
        path.pop();
        continue;
      }
      Node need = visit.needs.get(visit.next++);
      if (done.containsKey(need)) {
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
      path.push(new Visit(need, needs(need)));
    }
    return List.of();
  }

  private List<Node> needs(Node node) {
    Node instead = instead(node);
    if (instead != null) {
      redirected.put(node, instead);
      if (node instanceof Node.Read read) {
        name(instead, read.leaf().name());
      }
      return List.of(instead);
    }
    return switch (node) {
      case Node.Fixed fixed -> List.of();
      case Node.Read read -> List.of();
      case Node.Held held -> List.of();
      case Node.Fetch fetch -> List.of(fetch.address());
      case Node.Compute compute -> compute.inputs();
      case Node.Piece piece -> List.of(piece.from());
      case Node.Join join -> join.parts();
    };
  }

  /** What stands for a node, or null if it stands for itself. */
  private @Nullable Node instead(Node node) {
    return switch (node) {
      case Node.Read read when !isInput(read.leaf()) -> wiring.value(read.leaf());
      case Node.Piece piece when piece.from() instanceof Node.Read read && !isInput(read.leaf()) ->
          nodes.slice(wiring.value(read.leaf()), piece.lsb(), piece.width());
      case Node.Piece piece when apart.contains(piece.from()) ->
          bits((Node.Compute) piece.from(), piece.lsb(), piece.width());
      case Node.Compute compute when apart.contains(compute) -> bits(compute, 0, compute.width());
      case Node.Fetch fetch
          when fetch.address() instanceof Node.Fixed fixed
              && !design.writes().containsKey(fetch.memory()) ->
          nodes.fixed(
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

  private Node bits(Node.Compute compute, int lsb, int width) {
    List<Node> parts = new ArrayList<>();
    for (int i = lsb; i < lsb + width; i++) {
      List<Node> inputs = new ArrayList<>();
      for (int k = 0; k < compute.inputs().size(); k++) {
        Node input = compute.input(k);
        boolean select = compute.operation() == Operation.MUX && k == 2;
        inputs.add(select ? input : nodes.slice(input, Math.min(i, input.width() - 1), 1));
      }
      parts.add(nodes.compute(compute.operation(), false, inputs, 1));
    }
    return nodes.join(parts);
  }

  private Operand finish(Node node) {
    Node instead = redirected.get(node);
    if (instead != null) {
      return Objects.requireNonNull(done.get(instead));
    }
    return switch (node) {
      case Node.Fixed fixed -> Operand.of(fixed.value(), fixed.width());
      case Node.Read read -> Operand.of(input(read.leaf()));
      case Node.Held held -> Operand.of(flop(held.flop()));
      case Node.Fetch fetch -> Operand.of(read(fetch));
      case Node.Piece piece -> slice(of(piece.from()), piece.lsb(), piece.width());
      case Node.Join join -> join(join.parts().stream().map(this::of).toList());
      case Node.Compute compute -> {
        Signal output = signal(names.get(compute), compute.width());
        cells.add(
            new Cell(
                compute.operation(),
                compute.signed(),
                compute.inputs().stream().map(this::of).toList(),
                output));
        yield Operand.of(output);
      }
    };
  }

  private Operand of(Node node) {
    return Objects.requireNonNull(done.get(node));
  }

  /** The signal of a flip-flop. */
  Signal flop(Flop flop) {
    Signal known = flops.get(flop);
    if (known == null) {
      known = signal(flop.name(), flop.width());
      flops.put(flop, known);
      unfinished.add(flop);
    }
    return known;
  }

  private Signal read(Node.Fetch fetch) {
    SequencedMap<Node, Signal> ports = reads.get(fetch.memory());
    if (ports == null) {
      ports = new LinkedHashMap<>();
      reads.put(fetch.memory(), ports);
      unfinished.add(fetch.memory());
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
                      Folding.cut(constant.value().shiftRight(from - at), to - from), to - from);
            });
      }
      at += part.width();
    }
    return new Operand(parts);
  }

  /** One operand after the other, neighbours melted. */
  private static Operand join(List<Operand> operands) {
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

  private RtlException refused(List<Node> loop) {
    List<Leaf> leaves = new ArrayList<>();
    boolean keeps = true;
    for (Node node : loop.reversed()) {
      Leaf leaf =
          node instanceof Node.Read read
              ? read.leaf()
              : node instanceof Node.Piece piece && piece.from() instanceof Node.Read read
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
            .map(driver -> design.texts().where(driver.place()).replaceFirst(": $", ""))
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
