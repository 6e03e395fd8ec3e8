package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A process that is triggered by the edges of one clock, and possibly of asynchronous resets. It is
 * executed once with no reset active, and once for each reset. A reset becomes a multiplexer in
 * front of the flip-flop and one behind it: while it is active, the output has the reset value at
 * once. A value that is no constant is taken when the reset begins and at edges of the clock: it
 * shows until the first of these, and the flip-flop after it. Only a reset pulse between two clock
 * edges has no effect after the next one.
 */
final class ClockedProcess {
  /**
   * An asynchronous reset and its active level.
   *
   * @param gate whether it was found only as an operand of a gate, whose other operand must have no
   *     effect then
   */
  private record Reset(Leaf leaf, boolean high, Node active, boolean gate) {}

  private final Design design;
  private final NodeGraph graph;
  private final Scope scope;
  private final Item.ProceduralBlock process;
  private final List<Item.Event> edges;

  ClockedProcess(Design design, Scope scope, Item.ProceduralBlock process, List<Item.Event> edges) {
    this.design = design;
    this.graph = design.graph();
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
      Leaf leaf = ProcessElaboration.bitLeafOf(signal);
      if (leaf != null && (tested.contains(leaf) || gates.contains(leaf))) {
        boolean high = edge.edge().equals("POS");
        boolean gate = !tested.contains(leaf);
        resets.add(new Reset(leaf, high, high ? signal : graph.not(signal), gate));
      } else {
        clocks.add(edge);
      }
    }
    if (clocks.size() != 1 && !isConstant()) {
      throw ambiguousClock();
    }
    Item.Event clock = clocks.isEmpty() ? edges.getFirst() : clocks.getFirst();
    EdgeTrigger trigger =
        new EdgeTrigger(signal(clock), clock.edge().equals("POS"), process.location());
    Map<Leaf, Node> inactive = new HashMap<>();
    List<Map<Leaf, Node>> whenReset = new ArrayList<>();
    Node noneBefore = graph.one();
    for (Reset reset : resets) {
      Map<Leaf, Node> assumed = new HashMap<>(inactive);
      assumed.put(reset.leaf(), reset.high() ? graph.one() : graph.zero());
      inactive.put(reset.leaf(), reset.high() ? graph.zero() : graph.one());
      Node during = graph.and(noneBefore, reset.active());
      noneBefore = graph.and(noneBefore, graph.not(reset.active()));
      Map<Leaf, Node> values =
          run(ExecutionContext.Mode.RESET, assumed, List.of(), during, trigger);
      if (reset.gate() && !areConstantUnder(resets, values)) {
        throw ambiguousClock();
      }
      whenReset.add(values);
    }
    Map<Leaf, Node> normally =
        run(ExecutionContext.Mode.CLOCKED, inactive, resets, noneBefore, trigger);
    Set<Leaf> leaves = new LinkedHashSet<>(normally.keySet());
    whenReset.forEach(values -> leaves.addAll(values.keySet()));
    for (Leaf leaf : leaves) {
      List<Node> values = new ArrayList<>();
      values.add(normally.getOrDefault(leaf, leaf.read(graph)));
      whenReset.forEach(reset -> values.add(reset.getOrDefault(leaf, leaf.read(graph))));
      for (BitSegments.Segment run : BitSegments.driven(graph, leaf, values)) {
        flop(leaf, run, values, resets, trigger);
      }
    }
  }

  /**
   * Tells whether the body assigns constants only, so that any of the edges has the same effect.
   */
  private boolean isConstant() {
    if (edges.isEmpty()) {
      return false;
    }
    Item.Event edge = edges.getFirst();
    return areConstantUnder(
        List.of(),
        run(
            ExecutionContext.Mode.RESET,
            Map.of(),
            List.of(),
            null,
            new EdgeTrigger(signal(edge), edge.edge().equals("POS"), process.location())));
  }

  private RtlException ambiguousClock() {
    return design
        .texts()
        .unsupported(
            process.location(),
            "which of several edges is the clock cannot be told. Wait for one clock, and test each"
                + " asynchronous reset first: if (reset) ... else ...");
  }

  private Node signal(Item.Event edge) {
    Executor executor =
        new Executor(
            new ExecutionContext(design, scope, ExecutionContext.Mode.COMBINATIONAL, Map.of()));
    return executor.evaluator().word(edge.signal(), PathState.first(graph));
  }

  /** Tells whether all driven bits depend on resets only. */
  private boolean areConstantUnder(List<Reset> resets, Map<Leaf, Node> values) {
    return values.entrySet().stream()
        .allMatch(
            each ->
                BitSegments.driven(graph, each.getKey(), List.of(each.getValue())).stream()
                    .map(run -> graph.slice(each.getValue(), run.lsb(), run.width()))
                    .allMatch(driven -> isConstantUnder(resets, driven)));
  }

  /** Tells whether a value depends on resets only. */
  private static boolean isConstantUnder(List<Reset> resets, Node value) {
    return switch (value) {
      case Node.Fixed fixed -> true;
      case Node.Source source -> resets.stream().anyMatch(reset -> reset.leaf() == source.origin());
      case Node.Compute compute ->
          compute.inputs().stream().allMatch(input -> isConstantUnder(resets, input));
      case Node.MemoryRead fetch -> false;
      case Node.Slice piece -> false;
      case Node.Concat join -> false;
    };
  }

  /** Finds the words in the first conditions of a body, and those that gates combine there. */
  private void findTestedFirst(List<Statement> body, Set<Leaf> tested, Set<Leaf> gates) {
    List<Statement> at = body;
    while (!at.isEmpty()) {
      Statement first = at.stream().filter(Executor::isHardware).findFirst().orElse(null);
      if (first instanceof Statement.Block block) {
        at = block.body();
      } else if (first instanceof Statement.If choice) {
        collect(choice.condition(), tested);
        at = choice.no();
      } else {
        // Verilator merges two assignments in the branches of an if into one.
        if (first instanceof Statement.Assign assign) {
          collectChoices(assign.value(), tested);
          collectGates(assign.value(), gates);
        }
        break;
      }
    }
  }

  /** Verilator converts a selection between a bit and a constant to a gate. */
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
        ExecutionContext context =
            new ExecutionContext(design, scope, ExecutionContext.Mode.COMBINATIONAL, Map.of());
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

  /**
   * Executes the body; returns the final value of each word.
   *
   * @param during when executions count for coverage; null if they do not
   */
  private Map<Leaf, Node> run(
      ExecutionContext.Mode mode,
      Map<Leaf, Node> assumed,
      List<Reset> resets,
      @Nullable Node during,
      EdgeTrigger trigger) {
    PathState state = PathState.first(graph, MixedAssignments.of(process.body()));
    ExecutionContext context = new ExecutionContext(design, scope, mode, assumed);
    new Executor(context).execute(process.body(), state);
    List<Node> idle = resets.stream().map(reset -> graph.not(reset.active())).toList();
    context.reports().forEach(report -> design.report(report.when(graph, idle), trigger));
    if (during != null) {
      context
          .covered()
          .forEach(point -> design.report(point.when(graph, List.of(during)), trigger));
    }
    for (MemoryWrite write : state.writes()) {
      Node enable = write.enable();
      for (Reset reset : resets) {
        enable = graph.and(enable, graph.not(reset.active()));
      }
      design.write(
          new Design.ClockedWrite(
              new MemoryWrite(
                  write.memory(),
                  write.address(),
                  write.data(),
                  write.mask(),
                  enable,
                  write.blocking(),
                  write.location()),
              trigger));
    }
    return new LinkedHashMap<>(
        ProcessElaboration.finalValues(graph, design, state, process.location()));
  }

  private void flop(
      Leaf leaf,
      BitSegments.Segment run,
      List<Node> values,
      List<Reset> resets,
      EdgeTrigger trigger) {
    Flop flop = new Flop(leaf, run.lsb(), run.width(), trigger, process.location());
    Node held = graph.source(flop, flop.width());
    Node next = graph.slice(values.getFirst(), run.lsb(), run.width());
    Node shown = held;
    Node begun = null;
    for (int i = resets.size() - 1; i >= 0; i--) {
      Node active = resets.get(i).active();
      Node value = graph.slice(values.get(i + 1), run.lsb(), run.width());
      next = graph.mux(active, value, next);
      Node during = withRegisterOutput(leaf, run, value, held);
      if (during != held && !isConstantUnder(resets, during)) {
        begun = begun == null ? begun(flop, resets) : begun;
        during = graph.mux(begun, held, during);
      }
      shown = graph.mux(active, during, shown);
    }
    flop.setNext(next);
    resets.stream().map(Reset::active).reduce(graph::or).ifPresent(flop::setReset);
    design.drive(leaf, new Design.Driver(run.lsb(), run.width(), shown, process.location(), true));
  }

  /** Returns the bit that is 1 if a reset was active at the last edge of the clock. */
  private Node begun(Flop of, List<Reset> resets) {
    Leaf word = new Leaf(of.leaf().variable(), of.name() + "_in_reset", 1);
    Flop flop = new Flop(word, 0, 1, of.trigger(), of.location());
    Node active = resets.stream().map(Reset::active).reduce(graph.zero(), graph::or);
    flop.setNext(active);
    flop.setReset(active);
    return graph.source(flop, 1);
  }

  /** The value, with the output of the flip-flop where the word is unchanged. */
  private Node withRegisterOutput(Leaf leaf, BitSegments.Segment run, Node value, Node held) {
    Node old = graph.slice(leaf.read(graph), run.lsb(), run.width());
    List<Node> parts = new ArrayList<>();
    for (BitSegments.Segment segment : BitSegments.of(value)) {
      Node part = graph.slice(value, segment.lsb(), segment.width());
      parts.add(
          part == graph.slice(old, segment.lsb(), segment.width())
              ? graph.slice(held, segment.lsb(), segment.width())
              : part);
    }
    return graph.concat(parts);
  }
}
