package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.frontends.macros.MacroLibrary;
import dev.backplane.rtl.frontends.rewrite.Marker;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Executes processes and assignments symbolically, and records the resulting drivers. */
final class ProcessElaboration {
  private final Design design;
  private final NodeGraph graph;

  ProcessElaboration(Design design) {
    this.design = design;
    this.graph = design.graph();
  }

  void setParameter(Scope scope, Declaration declaration, Expression value) {
    Executor executor = executor(scope, ExecutionContext.Mode.INITIAL, Map.of());
    PathState state = PathState.first(graph);
    executor
        .assigner()
        .assign(
            new Expression.Name(
                declaration.type(), declaration.location(), declaration.name(), Reference.LOCAL),
            executor.evaluator().value(value, state),
            false,
            state);
    state.effects().blocking().forEach((leaf, node) -> design.initial().put(leaf, node));
  }

  private Executor executor(Scope scope, ExecutionContext.Mode mode, Map<Leaf, Node> assumed) {
    return new Executor(new ExecutionContext(design, scope, mode, assumed));
  }

  void initial(Scope scope, Item.ProceduralBlock process) {
    PathState state = PathState.first(graph);
    executor(scope, ExecutionContext.Mode.INITIAL, Map.of()).execute(process.body(), state);
    state.effects().blocking().forEach((leaf, node) -> setInitial(leaf, node, process.location()));
  }

  private void setInitial(Leaf leaf, Node node, SourceLocation location) {
    if (leaf.variable().origin() == Variable.Origin.LOCAL) {
      return;
    }
    Node before = design.initial().getOrDefault(leaf, graph.fixed(0, leaf.width()));
    List<Node> parts = new ArrayList<>();
    for (BitSegments.Segment segment : BitSegments.of(node, leaf.read(graph))) {
      Node part = graph.slice(node, segment.lsb(), segment.width());
      boolean kept = part == graph.slice(leaf.read(graph), segment.lsb(), segment.width());
      parts.add(kept ? graph.slice(before, segment.lsb(), segment.width()) : part);
    }
    Node value = graph.concat(parts);
    if (!(value instanceof Node.Fixed)) {
      throw design
          .texts()
          .unsupported(
              location, "'" + leaf.name() + "' has a value at power-up that depends on signals");
    }
    design.initial().put(leaf, value);
  }

  void continuous(Scope scope, Item.ContinuousAssignment item) {
    if (item.delayed()) {
      design.warn(item.location(), "a delay is ignored");
    }
    ExecutionContext context =
        new ExecutionContext(design, scope, ExecutionContext.Mode.COMBINATIONAL, Map.of());
    Executor executor = new Executor(context);
    PathState state = PathState.first(graph);
    executor
        .assigner()
        .assign(item.target(), executor.evaluator().value(item.value(), state), false, state);
    context.covered().forEach(point -> design.report(point, null));
    drive(state, item.location(), false);
  }

  void process(Scope scope, Item.ProceduralBlock process) {
    List<Item.Event> edges = new ArrayList<>();
    for (Item.Event event : process.events()) {
      if (Set.of("POS", "NEG").contains(event.edge())) {
        edges.add(event);
      }
    }
    if (edges.isEmpty()) {
      PathState state = PathState.first(graph);
      ExecutionContext context =
          new ExecutionContext(design, scope, ExecutionContext.Mode.COMBINATIONAL, Map.of());
      new Executor(context).execute(process.body(), state);
      context.reports().forEach(report -> design.report(report, null));
      context.covered().forEach(point -> design.report(point, null));
      drive(state, process.location(), true);
    } else if (edges.size() < process.events().size()) {
      throw design
          .texts()
          .unsupported(process.location(), "a block waits for edges and for changes at once");
    } else {
      new ClockedProcess(design, scope, process, edges).run();
    }
  }

  /** Records the drivers of a process without a clock. */
  private void drive(PathState state, SourceLocation location, boolean procedural) {
    finalValues(graph, design, state, location)
        .forEach(
            (leaf, value) -> {
              for (BitSegments.Segment run : BitSegments.driven(graph, leaf, List.of(value))) {
                Node part = graph.slice(value, run.lsb(), run.width());
                design.drive(
                    leaf, new Design.Driver(run.lsb(), run.width(), part, location, procedural));
              }
            });
  }

  /** The final value of each word after a process, from blocking and non-blocking assignments. */
  static Map<Leaf, Node> finalValues(
      NodeGraph graph, Design design, PathState state, SourceLocation location) {
    Map<Leaf, Node> all = new LinkedHashMap<>(state.effects().blocking());
    state
        .effects()
        .nonBlocking()
        .forEach(
            (leaf, next) -> {
              Node now = all.get(leaf);
              if (state.mixed().contains(leaf)) {
                Node left = now == null ? leaf.read(graph) : now;
                all.put(leaf, state.mixed().resolve(leaf, next, left, graph));
              } else {
                all.put(
                    leaf, now == null ? next : overlay(graph, design, leaf, now, next, location));
              }
            });
    all.keySet().removeIf(leaf -> leaf.variable().origin() == Variable.Origin.LOCAL);
    return all;
  }

  private static Node overlay(
      NodeGraph graph, Design design, Leaf leaf, Node now, Node next, SourceLocation location) {
    Node old = leaf.read(graph);
    List<Node> parts = new ArrayList<>();
    for (BitSegments.Segment segment : BitSegments.of(now, next)) {
      Node same = graph.slice(old, segment.lsb(), segment.width());
      Node early = graph.slice(now, segment.lsb(), segment.width());
      Node late = graph.slice(next, segment.lsb(), segment.width());
      if (early != same && late != same) {
        throw design
            .texts()
            .unsupported(
                location,
                "'" + leaf.name() + "' is assigned with = and with <= in one block. Use one");
      }
      parts.add(late == same ? early : late);
    }
    return graph.concat(parts);
  }

  /** Connects the ports of instances. */
  void connect(Hierarchy.Instantiation made) {
    Map<String, Declaration> ports = new HashMap<>();
    Map<Integer, Declaration> byIndex = new HashMap<>();
    for (Item item : made.module().items()) {
      if (item instanceof Item.Variable variable && !variable.declaration().direction().isEmpty()) {
        ports.put(variable.declaration().name(), variable.declaration());
        byIndex.put(variable.declaration().index(), variable.declaration());
      }
    }
    Set<Declaration> connected = new HashSet<>();
    for (Item.Connection pin : made.item().pins()) {
      Declaration port =
          pin.port().startsWith("__pinNumber") ? byIndex.get(pin.index()) : ports.get(pin.port());
      Expression value = pin.value();
      if (port != null && value != null) {
        connected.add(port);
        connect(made, pin, port, value);
      }
    }
    connected.addAll(connectDefaults(made, ports));
    for (Declaration port : ports.values()) {
      // Vendor macros have many inputs that are usually unconnected.
      if (port.direction().equals("input")
          && !connected.contains(port)
          && !MacroLibrary.names().contains(made.module().original())) {
        design.warn(
            made.item().location(),
            "input '%s' of '%s' is not connected and is 0"
                .formatted(port.name(), made.item().name()));
      }
    }
    clockBuffers(made);
  }

  /** Connects the ports that an instance leaves out and that have a value for it. */
  private List<Declaration> connectDefaults(
      Hierarchy.Instantiation made, Map<String, Declaration> ports) {
    List<Declaration> found = new ArrayList<>();
    for (Item.Connection open : made.item().pins()) {
      Declaration port = ports.get(open.port());
      // Verilator adds them, at the place of the instance.
      if (port != null
          && open.value() == null
          && open.location().equals(made.item().location())
          && !made.children().isEmpty()) {
        String name = Marker.DEFAULT.of(port.name());
        Variable value = made.children().getFirst().variables().get(name);
        if (value != null) {
          found.add(port);
          Expression expression =
              new Expression.Name(value.type(), open.location(), name, Reference.LOCAL);
          for (Scope child : made.children()) {
            connect(
                new Hierarchy.Instantiation(child, made.item(), made.module(), List.of(child)),
                open,
                port,
                expression);
          }
        }
      }
    }
    return found;
  }

  private static final Set<String> CLOCK_BUFFERS = Set.of("BUFGCE", "BUFHCE", "BUFMRCE", "BUFG_GT");

  private void clockBuffers(Hierarchy.Instantiation made) {
    if (!CLOCK_BUFFERS.contains(made.module().original())) {
      return;
    }
    for (Scope child : made.children()) {
      Variable in = child.variables().get("I");
      Variable enable = child.variables().get("CE");
      Variable out = child.variables().get("O");
      if (in != null && enable != null && out != null) {
        design
            .buffers()
            .put(
                out.leaves().getFirst(),
                new Design.BufferedClock(
                    in.leaves().getFirst().read(graph), enable.leaves().getFirst().read(graph)));
      }
    }
  }

  private void connect(
      Hierarchy.Instantiation made, Item.Connection pin, Declaration port, Expression expression) {
    Executor outside = executor(made.parent(), ExecutionContext.Mode.COMBINATIONAL, Map.of());
    PathState state = PathState.first(graph);
    int count = made.children().size();
    if (port.direction().equals("input")) {
      Value value = outside.evaluator().value(expression, state);
      for (int i = 0; i < count; i++) {
        Executor inside =
            executor(made.children().get(i), ExecutionContext.Mode.COMBINATIONAL, Map.of());
        PathState within = PathState.first(graph);
        inside
            .assigner()
            .assign(
                new Expression.Name(port.type(), pin.location(), port.name(), Reference.LOCAL),
                fit(
                    partForInstance(value, expression.type(), port.type(), i, count),
                    expression,
                    port),
                false,
                within);
        drive(within, pin.location(), false);
      }
      return;
    }
    List<Value> values = new ArrayList<>();
    for (Scope child : made.children()) {
      Executor inside = executor(child, ExecutionContext.Mode.COMBINATIONAL, Map.of());
      values.add(
          inside
              .evaluator()
              .value(
                  new Expression.Name(port.type(), pin.location(), port.name(), Reference.LOCAL),
                  state));
    }
    outside.assigner().assign(expression, concatInstances(values, expression), false, state);
    drive(state, pin.location(), false);
  }

  /** The part of a value for one instance of an array of instances, counted from the right. */
  private Value partForInstance(Value value, Type type, Type port, int position, int count) {
    if (count == 1) {
      return value;
    }
    if (value instanceof Value.Word word
        && port instanceof Type.Packed packed
        && word.node().width() == packed.width() * count) {
      return new Value.Word(graph.slice(word.node(), position * packed.width(), packed.width()));
    }
    return value instanceof Value.Parts parts
            && type instanceof Type.Array
            && parts.values().size() == count
            && !type.equals(port)
        ? parts.values().get(count - 1 - position)
        : value;
  }

  private Value concatInstances(List<Value> values, Expression expression) {
    if (values.size() > 1 && expression.type() instanceof Type.Array) {
      return new Value.Parts(values.reversed());
    }
    if (values.getFirst() instanceof Value.Word
        && expression.type() instanceof Type.Packed packed) {
      Node joined =
          graph.concat(values.stream().map(value -> ((Value.Word) value).node()).toList());
      return new Value.Word(graph.resize(joined, packed.width(), false));
    }
    return values.getFirst();
  }

  private Value fit(Value value, Expression expression, Declaration port) {
    return value instanceof Value.Word word && port.type() instanceof Type.Packed packed
        ? new Value.Word(
            graph.resize(
                word.node(),
                packed.width(),
                expression.type() instanceof Type.Packed from && from.signed()))
        : value;
  }

  /** The error for an invalid process. */
  static RuntimeException invalid(Design design, SourceLocation location, String problem) {
    return design.texts().error(RtlError.SOURCE_INVALID, location, problem);
  }

  /** The word of a one-bit node that reads it, or null. */
  static @Nullable Leaf bitLeafOf(Node node) {
    return node.width() == 1 ? Leaf.of(node) : null;
  }
}
