package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A process that waits for edges: of one clock, and of asynchronous resets perhaps. It is run once
 * with no reset active, and once for each reset. A reset then is a multiplexer before the flip-flop
 * as well as behind it: while it is active, its value shows at once; only a reset that comes and
 * goes between two edges of the clock is forgotten at the next one.
 */
final class ClockedProcess {
  /**
   * A reset, and the level at which it is active.
   *
   * @param gate whether it is only known as an operand of a gate, whose other one must not matter
   *     then
   */
  private record Reset(Leaf leaf, boolean high, Node active, boolean gate) {}

  private final Design design;
  private final Nodes nodes;
  private final Scope scope;
  private final Item.Behaviour process;
  private final List<Item.Event> edges;

  ClockedProcess(Design design, Scope scope, Item.Behaviour process, List<Item.Event> edges) {
    this.design = design;
    this.nodes = design.nodes();
    this.scope = scope;
    this.process = process;
    this.edges = edges;
  }

  void run() {
    List<Reset> resets = new ArrayList<>();
    List<Item.Event> clocks = new ArrayList<>();
    Set<Leaf> tested = new HashSet<>();
    Set<Leaf> gates = new HashSet<>();
    if (edges.size() > 1) {
      findTestedFirst(process.body(), tested, gates);
    }
    for (Item.Event edge : edges) {
      Node signal = signal(edge);
      Leaf leaf = Processes.leafOf(signal);
      if (leaf != null && (tested.contains(leaf) || gates.contains(leaf))) {
        boolean high = edge.edge().equals("POS");
        boolean gate = !tested.contains(leaf);
        resets.add(new Reset(leaf, high, high ? signal : nodes.not(signal), gate));
      } else {
        clocks.add(edge);
      }
    }
    if (clocks.size() != 1) {
      throw clocksUnclear();
    }
    Item.Event clock = clocks.getFirst();
    Trigger trigger = new Trigger(signal(clock), clock.edge().equals("POS"), process.place());
    Map<Leaf, Node> inactive = new HashMap<>();
    List<Map<Leaf, Node>> whenReset = new ArrayList<>();
    for (Reset reset : resets) {
      Map<Leaf, Node> assumed = new HashMap<>(inactive);
      assumed.put(reset.leaf(), reset.high() ? nodes.one() : nodes.zero());
      inactive.put(reset.leaf(), reset.high() ? nodes.zero() : nodes.one());
      Map<Leaf, Node> values = run(Context.Mode.RESET, assumed, List.of(), trigger);
      if (reset.gate() && !areFixedBy(resets, values)) {
        throw clocksUnclear();
      }
      whenReset.add(values);
    }
    Map<Leaf, Node> normally = run(Context.Mode.CLOCKED, inactive, resets, trigger);
    Set<Leaf> leaves = new LinkedHashSet<>(normally.keySet());
    whenReset.forEach(values -> leaves.addAll(values.keySet()));
    for (Leaf leaf : leaves) {
      List<Node> values = new ArrayList<>();
      values.add(normally.getOrDefault(leaf, nodes.read(leaf)));
      whenReset.forEach(reset -> values.add(reset.getOrDefault(leaf, nodes.read(leaf))));
      for (Segments.Segment run : Segments.driven(nodes, leaf, values)) {
        flop(leaf, run, values, resets, trigger);
      }
    }
  }

  private RtlException clocksUnclear() {
    return design
        .texts()
        .unsupported(
            process.place(),
            "which of several edges is the clock cannot be told. Wait for one clock, and test each"
                + " asynchronous reset first: if (reset) ... else ...");
  }

  private Node signal(Item.Event edge) {
    Executor executor =
        new Executor(new Context(design, scope, Context.Mode.COMBINATIONAL, Map.of()));
    return executor.evaluator().word(edge.signal(), State.first(nodes));
  }

  /** Whether all bits that are driven depend on nothing but resets. */
  private boolean areFixedBy(List<Reset> resets, Map<Leaf, Node> values) {
    return values.entrySet().stream()
        .allMatch(
            each ->
                Segments.driven(nodes, each.getKey(), List.of(each.getValue())).stream()
                    .map(run -> nodes.slice(each.getValue(), run.lsb(), run.width()))
                    .allMatch(driven -> isFixedBy(resets, driven)));
  }

  /** Whether a value depends on nothing but resets. */
  private static boolean isFixedBy(List<Reset> resets, Node value) {
    return switch (value) {
      case Node.Fixed fixed -> true;
      case Node.Read read -> resets.stream().anyMatch(reset -> reset.leaf() == read.leaf());
      case Node.Compute compute ->
          compute.inputs().stream().allMatch(input -> isFixedBy(resets, input));
      case Node.Held held -> false;
      case Node.Fetch fetch -> false;
      case Node.Piece piece -> false;
      case Node.Join join -> false;
    };
  }

  /** Words that the first decisions of a body depend on, and those that gates there combine. */
  private void findTestedFirst(List<Statement> body, Set<Leaf> tested, Set<Leaf> gates) {
    List<Statement> at = body;
    while (!at.isEmpty()) {
      Statement first =
          at.stream().filter(s -> !(s instanceof Statement.Ignored)).findFirst().orElse(null);
      if (first instanceof Statement.Block block) {
        at = block.body();
      } else if (first instanceof Statement.If choice) {
        collect(choice.condition(), tested);
        at = choice.no();
      } else {
        // Verilator makes one assignment of two in the branches of an if.
        if (first instanceof Statement.Assign assign) {
          collectChoices(assign.value(), tested);
          collectGates(assign.value(), gates);
        }
        break;
      }
    }
  }

  /** Of a choice between one bit and a fixed one, Verilator makes a gate. */
  private void collectGates(Expression value, Set<Leaf> into) {
    if (value instanceof Expression.Apply apply
        && Set.of("and", "or", "not", "logand", "logor", "lognot", "cond")
            .contains(apply.operator())) {
      apply.arguments().forEach(argument -> collectGates(argument, into));
    } else if (value instanceof Expression.Name name) {
      collect(name, into);
    }
  }

  private void collectChoices(Expression value, Set<Leaf> into) {
    if (value instanceof Expression.Apply apply && apply.operator().equals("cond")) {
      collect(apply.arguments().getFirst(), into);
      collectChoices(apply.arguments().get(2), into);
    }
  }

  private void collect(Expression expression, Set<Leaf> into) {
    switch (expression) {
      case Expression.Name name -> {
        Context context = new Context(design, scope, Context.Mode.COMBINATIONAL, Map.of());
        into.addAll(context.variable(name).leaves());
      }
      case Expression.Apply apply -> apply.arguments().forEach(argument -> collect(argument, into));
      case Expression.Bits bits -> collect(bits.from(), into);
      case Expression.Constant constant -> {}
      case Expression.ElementOf element -> {}
      case Expression.MemberOf member -> {}
      case Expression.Range range -> {}
      case Expression.Call call -> {}
      case Expression.Elements elements -> {}
      case Expression.Unsupported unsupported -> {}
    }
  }

  /** Runs the body; gives what it leaves in each word. */
  private Map<Leaf, Node> run(
      Context.Mode mode, Map<Leaf, Node> assumed, List<Reset> resets, Trigger trigger) {
    State state = State.first(nodes);
    new Executor(new Context(design, scope, mode, assumed)).execute(process.body(), state);
    for (Write write : state.writes()) {
      Node enable = write.enable();
      for (Reset reset : resets) {
        enable = nodes.and(enable, nodes.not(reset.active()));
      }
      design.write(
          new Design.ClockedWrite(
              new Write(
                  write.memory(),
                  write.address(),
                  write.data(),
                  write.mask(),
                  enable,
                  write.blocking(),
                  write.place()),
              trigger));
    }
    return new LinkedHashMap<>(Processes.finals(nodes, design, state, process.place()));
  }

  private void flop(
      Leaf leaf, Segments.Segment run, List<Node> values, List<Reset> resets, Trigger trigger) {
    Flop flop = new Flop(leaf, run.lsb(), run.width(), trigger, process.place());
    Node held = nodes.held(flop);
    Node next = nodes.slice(values.getFirst(), run.lsb(), run.width());
    Node shown = held;
    for (int i = resets.size() - 1; i >= 0; i--) {
      Node active = resets.get(i).active();
      Node value = nodes.slice(values.get(i + 1), run.lsb(), run.width());
      next = nodes.mux(active, value, next);
      shown = nodes.mux(active, withHeld(leaf, run, value, held), shown);
    }
    flop.setNext(next);
    design.drive(leaf, new Design.Driver(run.lsb(), run.width(), shown, process.place(), true));
  }

  /** The value with the flip-flop itself where it is left as it was. */
  private Node withHeld(Leaf leaf, Segments.Segment run, Node value, Node held) {
    Node old = nodes.slice(nodes.read(leaf), run.lsb(), run.width());
    List<Node> parts = new ArrayList<>();
    for (Segments.Segment segment : Segments.of(value)) {
      Node part = nodes.slice(value, segment.lsb(), segment.width());
      parts.add(
          part == nodes.slice(old, segment.lsb(), segment.width())
              ? nodes.slice(held, segment.lsb(), segment.width())
              : part);
    }
    return nodes.join(parts);
  }
}
