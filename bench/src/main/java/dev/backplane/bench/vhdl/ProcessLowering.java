package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.RunningProcess.Event;
import dev.backplane.bench.vhdl.RunningProcess.Hold;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes drivers, registers and memory ports of what a process assigns. */
final class ProcessLowering {
  private final Engine engine;
  private final NodeGraph graph;

  ProcessLowering(Engine engine) {
    this.engine = engine;
    graph = engine.bits().graph();
  }

  void lower(Concurrent.ProcessStatement process, Scope around) {
    RunningProcess running = new RunningProcess(process.place(), engine.memories().values());
    Scope scope = around.inner(process.label());
    State state = State.empty(engine.bits());
    Context context = new Context(scope, state, null, running, 0);
    for (Storage variable : engine.declarations().locals(process.declarations(), context)) {
      if (variable.type().width() > 0) {
        running.keep(variable);
        state.put(variable, new Hold(variable).node(graph));
      }
    }
    engine.executor().execute(afterWait(process.body()), context);
    new Parts(running, state).lower();
  }

  /** Statements after one wait for an edge are those of an if statement. */
  private static List<Statement> afterWait(List<Statement> body) {
    return !body.isEmpty()
            && body.getFirst() instanceof Statement.Wait(Expression until, Place place)
            && until != null
        ? List.of(
            new Statement.If(
                List.of(new Statement.Branch(until, body.subList(1, body.size()))), place))
        : body;
  }

  /** Ways on which the process comes to an end, by what happens to the clock. */
  private final class Parts {
    private final RunningProcess process;
    private final State state;
    private final Map<Event, Cofactors> cofactors = new LinkedHashMap<>();
    private final Map<Storage, Node> visible = new HashMap<>();
    private final Rewrite still =
        new Rewrite(graph, source -> source.origin() instanceof Event ? graph.zero() : null);

    Parts(RunningProcess process, State state) {
      this.process = process;
      this.state = state;
    }

    void lower() {
      // What is kept is visible from the start of the process: registers come first.
      Map<Storage, Node> finals = new LinkedHashMap<>();
      for (Storage variable : process.kept()) {
        finals.put(variable, Bits.some(state.get(variable)));
      }
      process.driven().keySet().forEach(signal -> finals.put(signal, Bits.some(state.get(signal))));
      finals.forEach((storage, node) -> visible.put(storage, visible(storage, node)));
      Rewrite held =
          new Rewrite(
              graph,
              source ->
                  source.origin() instanceof Hold(Storage storage) ? visible.get(storage) : null);
      for (Storage variable : process.kept()) {
        Node node = Bits.some(state.get(variable));
        registers(variable, node, 0, variable.type().width(), held);
      }
      process.driven().forEach((signal, bits) -> drive(signal, bits, held));
      engine.memories().values().forEach(memory -> writes(memory, held));
    }

    private void drive(Storage signal, BitSet bits, Rewrite held) {
      Node value = Bits.some(state.get(signal));
      for (int lsb = bits.nextSetBit(0); lsb >= 0; lsb = bits.nextSetBit(bits.nextClearBit(lsb))) {
        int width = bits.nextClearBit(lsb) - lsb;
        Node shown = graph.slice(Bits.some(visible.get(signal)), lsb, width);
        registers(signal, value, lsb, width, held);
        Node settled = held.of(shown);
        refuseHeld(settled);
        engine.drivers().drive(signal, lsb, settled, process.place());
      }
    }

    /**
     * {@return the value that other processes see while no edge comes} A value that is kept across
     * edges is that of a register.
     */
    private Node visible(Storage storage, Node value) {
      Hold hold = new Hold(storage);
      if (value == hold.node(graph)) {
        return graph.fixed(storage.initial(), value.width()); // nothing assigns it
      }
      Node idle = still.of(value);
      Rewrite kept =
          new Rewrite(
              graph,
              source ->
                  source.origin().equals(hold) && isClocked(value) ? register(storage) : null);
      return kept.of(idle);
    }

    private boolean isClocked(Node value) {
      return !events(value).isEmpty();
    }

    private Node register(Storage storage) {
      int width = storage.type().width();
      return graph.source(new Drivers.Kept(storage, process, 0, width), width);
    }

    private void refuseHeld(Node shown) {
      for (Node.Source source : Rewrite.sources(shown)) {
        if (source.origin() instanceof Hold(Storage held)) {
          throw new RtlException(
              RtlError.LATCH,
              "%s: '%s' keeps its value without a clock on some way through this process. Assign it on all ways, or at an edge"
                  .formatted(process.place(), held.name()));
        }
      }
    }

    private Set<Event> events(Node node) {
      Set<Event> events = new LinkedHashSet<>();
      for (Node.Source source : Rewrite.sources(node)) {
        if (source.origin() instanceof Event event) {
          events.add(event);
        }
      }
      return events;
    }

    private void registers(Storage storage, Node value, int lsb, int width, Rewrite held) {
      Node part = graph.slice(value, lsb, width);
      Set<Event> events = events(part);
      if (events.isEmpty()) {
        return;
      }
      if (events.size() > 1) {
        throw Refusal.unsupported(
            process.place(), "'" + storage.name() + "' follows the edges of several clocks");
      }
      Event event = events.iterator().next();
      Cofactors of = cofactors.computeIfAbsent(event, Cofactors::new);
      Drivers.Kept kept = new Drivers.Kept(storage, process, 0, storage.type().width());
      Node rising = of.rising.of(part);
      Node falling = of.falling.of(part);
      boolean isRising = rising != of.none(part, true);
      boolean isFalling = falling != of.none(part, false);
      if (isRising && isFalling) {
        throw Refusal.unsupported(
            process.place(), "'" + storage.name() + "' follows both edges of a clock");
      }
      if (isRising || isFalling) {
        Node next = held.of(isRising ? rising : falling);
        Drivers.Edge edge = new Drivers.Edge(event, isRising, process.place());
        engine
            .drivers()
            .add(
                new Drivers.Flop(
                    new Drivers.Kept(kept.storage(), process, lsb, width), next, edge));
      }
    }

    private void writes(MemoryUse memory, Rewrite held) {
      List<MemoryUse.Write> own = process.writes(memory);
      if (!memory.storage().isSignal() && !own.isEmpty() && own.size() < memory.writes().size()) {
        throw Refusal.unsupported(
            process.place(),
            "'%s' is written by several processes, of which the language does not say which comes first"
                .formatted(memory.storage().name()));
      }
      for (MemoryUse.Write write : own) {
        Set<Event> events = events(write.condition());
        if (events.size() != 1) {
          throw Refusal.unsupported(
              process.place(),
              "the memory '" + memory.storage().name() + "' is written without a clock");
        }
        Event event = events.iterator().next();
        Cofactors of = cofactors.computeIfAbsent(event, Cofactors::new);
        boolean isRising = !NodeGraph.isZero(of.rising.of(write.condition()));
        Rewrite at = isRising ? of.rising : of.falling;
        MemoryUse.Write made =
            new MemoryUse.Write(
                held.of(at.of(write.condition())),
                held.of(at.of(write.address())),
                held.of(at.of(write.data())),
                held.of(at.of(write.enable())));
        engine
            .drivers()
            .add(
                new Drivers.Clocked(
                    memory, made, new Drivers.Edge(event, isRising, process.place())));
      }
    }
  }

  /** The behaviour of an expression at the edges of a clock. */
  private final class Cofactors {
    private final Event event;
    private final Rewrite rising;
    private final Rewrite falling;
    private final Rewrite high;
    private final Rewrite low;

    Cofactors(Event event) {
      this.event = event;
      rising = at(1, 1);
      falling = at(1, 0);
      high = at(0, 1);
      low = at(0, 0);
    }

    /** The same level without an edge. */
    Node none(Node node, boolean level) {
      return (level ? high : low).of(node);
    }

    private Rewrite at(int changes, int level) {
      return new Rewrite(
          graph,
          source -> {
            if (source.origin().equals(event)) {
              return graph.fixed(changes, 1);
            }
            if (source.origin() == event.storage()) {
              int bit = event.bit();
              return engine.bits().replace(source, bit, graph.fixed(level, 1));
            }
            return null;
          });
    }
  }
}
