package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Expression.Element;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Assigns values to signals and variables, and to parts of them. */
final class Targets {
  private final Engine engine;

  Targets(Engine engine) {
    this.engine = engine;
  }

  void assign(Expression target, Expression value, boolean variable, Context context) {
    if (target instanceof Expression.Aggregate aggregate) {
      assignParts(aggregate, value, variable, context);
      return;
    }
    Reference reference = reference(target, variable, context);
    if (reference == null) {
      return;
    }
    Value given = engine.evaluator().value(value, reference.type(), context);
    write(reference, engine.conversions().fit(given, reference.type(), value.place()), context);
  }

  /** The object of a target; null if it has no elements. */
  private @Nullable Reference reference(Expression target, boolean variable, Context context) {
    Denotation denotation = engine.names().of(target, null, context);
    if (denotation instanceof Denotation.OfValue(Value value)
        && value.node() == null
        && value.type() instanceof Type.Array) {
      return null;
    }
    if (!(denotation instanceof Denotation.OfObject(Reference reference))) {
      throw Refusal.invalid(target.place(), "only signals and variables are assigned");
    }
    Storage storage = reference.storage();
    if (storage.isSignal() == variable) {
      throw Refusal.invalid(
          target.place(),
          "'%s' is a %s, which is assigned with '%s'"
              .formatted(storage.name(), variable ? "signal" : "variable", variable ? "<=" : ":="));
    }
    if (engine.isInput(storage)) {
      throw Refusal.invalid(
          target.place(), "'" + storage.name() + "' is an input, which cannot be assigned");
    }
    return reference;
  }

  private void assignParts(
      Expression.Aggregate aggregate, Expression value, boolean variable, Context context) {
    List<Reference> parts = new ArrayList<>();
    int width = 0;
    Type.Array whole = Standard.VECTOR;
    for (Element element : aggregate.elements()) {
      if (!element.choices().isEmpty()) {
        throw Refusal.unsupported(
            aggregate.place(), "targets in parentheses are read without names only");
      }
      Reference part = reference(element.value(), variable, context);
      if (part != null) {
        parts.add(part);
        width += part.type().width();
        whole = part.type() instanceof Type.Array array ? array : whole;
      }
    }
    Type.Array expected = whole.with(Range.downto(width / whole.element().width() - 1L, 0));
    boolean open = engine.evaluator().needsContext(value, context);
    Value given = engine.evaluator().value(value, open ? expected : null, context);
    if (given.type().width() != width) {
      throw Refusal.invalid(
          value.place(),
          "a value of %d bits is assigned to targets of %d".formatted(given.type().width(), width));
    }
    int at = width;
    for (Reference part : parts) {
      at -= part.type().width();
      write(
          part,
          new Value(part.type(), engine.bits().slice(given.node(), at, part.type().width())),
          context);
    }
  }

  void write(Reference reference, Value value, Context context) {
    Storage storage = reference.storage();
    State state = context.state();
    Node data = value.node();
    if (data == null) {
      return;
    }
    RunningProcess process = context.process();
    MemoryUse memory = engine.memories().get(storage);
    if (memory != null && process != null && !reference.steps().isEmpty()) {
      writeWord(memory, reference.steps(), data, state);
      return;
    }
    Node old = state.get(storage);
    if (storage.isSignal()) {
      if (process == null) {
        throw new IllegalStateException("an assignment outside of a process");
      }
      drive(reference, process);
      old = old == null ? new RunningProcess.Hold(storage).node(engine.bits().graph()) : old;
    }
    if (old == null) {
      throw Refusal.unsupported(
          process == null ? new Place("", 0, 0) : process.place(),
          "the variable '" + storage.name() + "' is not one of this process");
    }
    Node made = Bits.some(updated(old, reference.steps(), data));
    state.put(storage, engine.bits().graph().mux(state.live(), made, old));
  }

  private static void drive(Reference reference, RunningProcess process) {
    int lsb = 0;
    int width = reference.storage().type().width();
    for (Reference.Step step : reference.steps()) {
      if (!(step instanceof Reference.Step.Fixed(int from, int bits))) {
        break;
      }
      lsb += from;
      width = bits;
    }
    process.drive(reference.storage(), lsb, width);
  }

  private @Nullable Node updated(@Nullable Node old, List<Reference.Step> steps, Node data) {
    if (steps.isEmpty()) {
      return data;
    }
    List<Reference.Step> rest = steps.subList(1, steps.size());
    Bits bits = engine.bits();
    NodeGraph graph = bits.graph();
    return switch (steps.getFirst()) {
      case Reference.Step.Fixed(int lsb, int width) ->
          bits.replace(old, lsb, updated(bits.slice(old, lsb, width), rest, data));
      case Reference.Step.Chosen(Node position, int count, int width) -> {
        List<@Nullable Node> parts = new ArrayList<>();
        for (int i = count - 1; i >= 0; i--) {
          Node part = bits.slice(old, i * width, width);
          parts.add(bits.mux(bits.is(position, i), updated(part, rest, data), part));
        }
        yield bits.join(parts);
      }
      case Reference.Step.Window(Node lsb, int width) -> {
        Node whole = Bits.some(old);
        int most = whole.width();
        Node mask = shifted(graph.fixed(Vectors.ones(width), most), lsb, most);
        Node part = bits.slice(bits.shiftRight(whole, lsb), 0, width);
        Node word = graph.resize(Bits.some(updated(part, rest, data)), most, false);
        yield graph.or(graph.and(whole, graph.not(mask)), shifted(word, lsb, most));
      }
    };
  }

  private Node shifted(Node word, Node by, int width) {
    return engine
        .bits()
        .graph()
        .compute(dev.backplane.rtl.netlist.Operation.SHL, false, List.of(word, by), width);
  }

  private void writeWord(MemoryUse memory, List<Reference.Step> steps, Node data, State state) {
    Bits bits = engine.bits();
    NodeGraph graph = bits.graph();
    List<Reference.Step> rest = new ArrayList<>(steps.subList(1, steps.size()));
    Node address = address(memory, steps.getFirst(), rest);
    int width = memory.width();
    Node none = graph.fixed(0, width);
    Node ones = graph.fixed(Vectors.ones(data.width()), data.width());
    Node word = Bits.some(updated(none, rest, data));
    Node enable = Bits.some(updated(none, rest, ones));
    memory
        .writes()
        .add(new MemoryUse.Write(graph.and(state.path(), state.live()), address, word, enable));
  }

  /** The address of a word; what a fixed step has beyond a word is put before the other steps. */
  private Node address(MemoryUse memory, Reference.Step step, List<Reference.Step> rest) {
    int width = memory.width();
    int bits = Math.max(1, 32 - Integer.numberOfLeadingZeros(memory.depth() - 1));
    if (step instanceof Reference.Step.Chosen(Node position, int _, int _)) {
      return position;
    }
    if (step instanceof Reference.Step.Fixed(int lsb, int part)
        && lsb / width == (lsb + part - 1) / width) {
      if (part < width) {
        rest.addFirst(new Reference.Step.Fixed(lsb % width, part));
      }
      return engine.bits().graph().fixed(lsb / width, bits);
    }
    throw Refusal.unsupported(
        new Place(memory.storage().name(), 0, 0), "a memory is read and written by words only");
  }

  /** The word that the first step selects, with what remains of a fixed step. */
  Node word(MemoryUse memory, List<Reference.Step> steps, Context context) {
    List<Reference.Step> rest = new ArrayList<>();
    NodeGraph graph = engine.bits().graph();
    Node address = address(memory, steps.getFirst(), rest);
    Node node = graph.memoryRead(memory, memory.width(), address);
    RunningProcess process = context.process();
    if (process != null && !memory.storage().isSignal()) {
      // A variable has at once what the process wrote to it before.
      for (MemoryUse.Write write : process.writes(memory)) {
        Node same =
            graph.and(
                write.condition(),
                graph.compare(
                    dev.backplane.rtl.netlist.Operation.EQ, false, address, write.address()));
        Node mask = graph.and(write.enable(), graph.resize(same, memory.width(), true));
        node = graph.or(graph.and(write.data(), mask), graph.and(node, graph.not(mask)));
      }
    }
    return rest.isEmpty() || !(rest.getFirst() instanceof Reference.Step.Fixed(int lsb, int width))
        ? node
        : graph.slice(node, lsb, width);
  }
}
