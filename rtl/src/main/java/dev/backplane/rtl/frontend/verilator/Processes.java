package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.frontend.macros.MacroLibrary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs processes and assignments, and notes what drives what afterwards. */
final class Processes {
  private final Design design;
  private final Nodes nodes;

  Processes(Design design) {
    this.design = design;
    this.nodes = design.nodes();
  }

  void setParameter(Scope scope, Declaration declaration, Expression value) {
    Executor executor = executor(scope, Context.Mode.INITIAL, Map.of());
    State state = State.first(nodes);
    executor
        .assigner()
        .assign(
            new Expression.Name(declaration.type(), declaration.place(), declaration.name(), ""),
            executor.evaluator().value(value, state),
            false,
            state);
    state.effects().now().forEach((leaf, node) -> design.initial().put(leaf, node));
  }

  private Executor executor(Scope scope, Context.Mode mode, Map<Leaf, Node> assumed) {
    return new Executor(new Context(design, scope, mode, assumed));
  }

  void initial(Scope scope, Item.Behaviour process) {
    State state = State.first(nodes);
    executor(scope, Context.Mode.INITIAL, Map.of()).execute(process.body(), state);
    state.effects().now().forEach((leaf, node) -> setInitial(leaf, node, process.place()));
  }

  private void setInitial(Leaf leaf, Node node, Place place) {
    if (leaf.variable().origin() == Variable.Origin.LOCAL) {
      return;
    }
    Node before = design.initial().getOrDefault(leaf, nodes.fixed(0, leaf.width()));
    List<Node> parts = new ArrayList<>();
    for (Segments.Segment segment : Segments.of(node, nodes.read(leaf))) {
      Node part = nodes.slice(node, segment.lsb(), segment.width());
      boolean kept = part == nodes.slice(nodes.read(leaf), segment.lsb(), segment.width());
      parts.add(kept ? nodes.slice(before, segment.lsb(), segment.width()) : part);
    }
    Node value = nodes.join(parts);
    if (!(value instanceof Node.Fixed)) {
      throw design
          .texts()
          .unsupported(
              place, "'" + leaf.name() + "' has a value at power-up that depends on signals");
    }
    design.initial().put(leaf, value);
  }

  void continuous(Scope scope, Item.Continuous item) {
    if (item.delayed()) {
      design.warn(item.place(), "a delay is ignored");
    }
    Executor executor = executor(scope, Context.Mode.COMBINATIONAL, Map.of());
    State state = State.first(nodes);
    executor
        .assigner()
        .assign(item.target(), executor.evaluator().value(item.value(), state), false, state);
    drive(state, item.place(), false);
  }

  void process(Scope scope, Item.Behaviour process) {
    List<Item.Event> edges = new ArrayList<>();
    for (Item.Event event : process.events()) {
      if (Set.of("POS", "NEG").contains(event.edge())) {
        edges.add(event);
      }
    }
    if (edges.isEmpty()) {
      State state = State.first(nodes);
      executor(scope, Context.Mode.COMBINATIONAL, Map.of()).execute(process.body(), state);
      drive(state, process.place(), true);
    } else if (edges.size() < process.events().size()) {
      throw design
          .texts()
          .unsupported(process.place(), "a block waits for edges and for changes at once");
    } else {
      new ClockedProcess(design, scope, process, edges).run();
    }
  }

  /** Notes what a process without a clock leaves. */
  private void drive(State state, Place place, boolean procedural) {
    finals(nodes, design, state, place)
        .forEach(
            (leaf, value) -> {
              for (Segments.Segment run : Segments.driven(nodes, leaf, List.of(value))) {
                Node part = nodes.slice(value, run.lsb(), run.width());
                design.drive(
                    leaf, new Design.Driver(run.lsb(), run.width(), part, place, procedural));
              }
            });
  }

  /** What is in each word at the end of a process: assigned at once, or at the end of the step. */
  static Map<Leaf, Node> finals(Nodes nodes, Design design, State state, Place place) {
    Map<Leaf, Node> all = new LinkedHashMap<>(state.effects().now());
    state
        .effects()
        .next()
        .forEach(
            (leaf, next) -> {
              Node now = all.get(leaf);
              all.put(leaf, now == null ? next : overlay(nodes, design, leaf, now, next, place));
            });
    all.keySet().removeIf(leaf -> leaf.variable().origin() == Variable.Origin.LOCAL);
    return all;
  }

  private static Node overlay(
      Nodes nodes, Design design, Leaf leaf, Node now, Node next, Place place) {
    Node old = nodes.read(leaf);
    List<Node> parts = new ArrayList<>();
    for (Segments.Segment segment : Segments.of(now, next)) {
      Node same = nodes.slice(old, segment.lsb(), segment.width());
      Node early = nodes.slice(now, segment.lsb(), segment.width());
      Node late = nodes.slice(next, segment.lsb(), segment.width());
      if (early != same && late != same) {
        throw design
            .texts()
            .unsupported(
                place,
                "'" + leaf.name() + "' is assigned with = and with <= in one block. Use one");
      }
      parts.add(late == same ? early : late);
    }
    return nodes.join(parts);
  }

  /** Connects the ports of instances with what is outside of them. */
  void connect(Hierarchy.Made made) {
    Map<String, Declaration> ports = new HashMap<>();
    Map<Integer, Declaration> byIndex = new HashMap<>();
    for (Item item : made.module().items()) {
      if (item instanceof Item.Variable variable && !variable.declaration().direction().isEmpty()) {
        ports.put(variable.declaration().name(), variable.declaration());
        byIndex.put(variable.declaration().index(), variable.declaration());
      }
    }
    Set<Declaration> connected = new HashSet<>();
    for (Item.Pin pin : made.item().pins()) {
      Declaration port =
          pin.port().startsWith("__pinNumber") ? byIndex.get(pin.index()) : ports.get(pin.port());
      if (port != null && pin.value() != null) {
        connected.add(port);
        connect(made, pin, port, pin.value());
      }
    }
    for (Declaration port : ports.values()) {
      // Macros of vendors have many inputs that nobody needs.
      if (port.direction().equals("input")
          && !connected.contains(port)
          && !MacroLibrary.names().contains(made.module().original())) {
        design.warn(
            made.item().place(),
            "input '%s' of '%s' is not connected and is 0"
                .formatted(port.name(), made.item().name()));
      }
    }
    clockBuffers(made);
  }

  private static final Set<String> CLOCK_BUFFERS = Set.of("BUFGCE", "BUFHCE", "BUFMRCE", "BUFG_GT");

  private void clockBuffers(Hierarchy.Made made) {
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
                    nodes.read(in.leaves().getFirst()), nodes.read(enable.leaves().getFirst())));
      }
    }
  }

  private void connect(Hierarchy.Made made, Item.Pin pin, Declaration port, Expression expression) {
    Executor outside = executor(made.parent(), Context.Mode.COMBINATIONAL, Map.of());
    State state = State.first(nodes);
    int count = made.children().size();
    if (port.direction().equals("input")) {
      Value value = outside.evaluator().value(expression, state);
      for (int i = 0; i < count; i++) {
        Executor inside = executor(made.children().get(i), Context.Mode.COMBINATIONAL, Map.of());
        State within = State.first(nodes);
        inside
            .assigner()
            .assign(
                new Expression.Name(port.type(), pin.place(), port.name(), ""),
                fit(share(value, expression.type(), port.type(), i, count), expression, port),
                false,
                within);
        drive(within, pin.place(), false);
      }
      return;
    }
    List<Value> values = new ArrayList<>();
    for (Scope child : made.children()) {
      Executor inside = executor(child, Context.Mode.COMBINATIONAL, Map.of());
      values.add(
          inside
              .evaluator()
              .value(new Expression.Name(port.type(), pin.place(), port.name(), ""), state));
    }
    outside.assigner().assign(expression, gather(values, expression), false, state);
    drive(state, pin.place(), false);
  }

  /** The part of a value that one of several instances gets. */
  private Value share(Value value, Type type, Type port, int position, int count) {
    if (count == 1) {
      return value;
    }
    if (value instanceof Value.Word word
        && port instanceof Type.Packed packed
        && word.node().width() == packed.width() * count) {
      return new Value.Word(nodes.slice(word.node(), position * packed.width(), packed.width()));
    }
    return value instanceof Value.Parts parts
            && type instanceof Type.Array array
            && parts.values().size() == count
            && !type.equals(port)
        ? parts.values().get(array.ascending() ? count - 1 - position : position)
        : value;
  }

  private Value gather(List<Value> values, Expression expression) {
    if (values.size() > 1 && expression.type() instanceof Type.Array array) {
      return new Value.Parts(array.ascending() ? values.reversed() : values);
    }
    if (values.getFirst() instanceof Value.Word
        && expression.type() instanceof Type.Packed packed) {
      Node joined = nodes.join(values.stream().map(value -> ((Value.Word) value).node()).toList());
      return new Value.Word(nodes.resize(joined, packed.width(), false));
    }
    return values.getFirst();
  }

  private Value fit(Value value, Expression expression, Declaration port) {
    return value instanceof Value.Word word && port.type() instanceof Type.Packed packed
        ? new Value.Word(
            nodes.resize(
                word.node(),
                packed.width(),
                expression.type() instanceof Type.Packed from && from.signed()))
        : value;
  }

  /** Says that a process cannot be what it says it is. */
  static RuntimeException invalid(Design design, Place place, String problem) {
    return design.texts().refused(RtlError.SOURCE_INVALID, place, problem);
  }

  /** The word that an expression of one bit names, or null. */
  static @Nullable Leaf leafOf(Node node) {
    return node instanceof Node.Read read && read.width() == 1 ? read.leaf() : null;
  }
}
