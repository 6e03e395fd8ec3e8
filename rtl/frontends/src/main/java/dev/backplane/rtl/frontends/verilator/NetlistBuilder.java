package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import dev.backplane.rtl.netlist.pass.ConstantFolding;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import dev.backplane.rtl.netlist.pass.Passes;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Builds the netlist, traversing the design backwards from the outputs. */
final class NetlistBuilder {
  private record TopPort(Declaration declaration, Leaf leaf) {}

  private record ClockedFlop(Flop flop, Operand next, Clock clock) {}

  private record LatchedWord(Leaf word, Signal kept, Operand settled, Clock clock) {}

  private record ClockedReport(
      PendingReport report, Operand condition, List<Operand> arguments, @Nullable Clock clock) {}

  private record MemoryPort(Operand address, Operand data, Operand enable, Clock clock) {}

  private final Design design;
  private final NodeGraph graph;
  private final ModuleDefinition module;
  private final String top;
  private final DriverResolution drivers;
  private final NetlistEmitter emitter;
  private final ClockTracer clocks;
  private final List<ClockedFlop> flops = new ArrayList<>();
  private final SequencedMap<Variable, List<MemoryPort>> memories = new LinkedHashMap<>();

  NetlistBuilder(Design design, ModuleDefinition module, String top) {
    this.design = design;
    this.graph = design.graph();
    this.module = module;
    this.top = top;
    this.drivers = new DriverResolution(design);
    this.emitter = new NetlistEmitter(design, drivers);
    this.clocks = new ClockTracer(design, drivers);
  }

  Netlist netlist() {
    SequencedMap<Port, Signal> inputs = new LinkedHashMap<>();
    SequencedMap<Port, Operand> outputs = new LinkedHashMap<>();
    List<TopPort> ports = ports();
    for (TopPort port : ports) {
      if (port.declaration().direction().equals("input")) {
        Signal signal = emitter.input(port.leaf());
        inputs.put(new Port(signal.name(), Port.Direction.INPUT, signal.width()), signal);
      } else {
        emitter.name(drivers.valueOf(port.leaf()), port.leaf().name());
      }
    }
    for (TopPort port : ports) {
      if (!port.declaration().direction().equals("input")) {
        outputs.put(
            new Port(port.leaf().name(), Port.Direction.OUTPUT, port.leaf().width()),
            emitter.operand(port.leaf().read(graph)));
      }
    }
    List<ClockedReport> reports = reports();
    for (Object next = emitter.pendingStates().poll();
        next != null;
        next = emitter.pendingStates().poll()) {
      switch (next) {
        case Flop flop -> complete(flop);
        case Variable memory -> complete(memory);
        default -> throw new IllegalStateException("neither flop nor memory: " + next);
      }
    }
    List<LatchedWord> latched = latchedWords(ports);
    List<Clock> used = clocks(ports, reports);
    ToIntFunction<Clock> index = used::indexOf;
    Netlist netlist =
        new Netlist(
            top,
            emitter.signals(),
            inputs,
            outputs,
            used,
            emitter.cells(),
            registers(latched, index),
            memoryList(index),
            effects(reports, used),
            new LinkedHashMap<>());
    return Passes.run(netlist);
  }

  private List<ClockedReport> reports() {
    List<ClockedReport> reports = new ArrayList<>();
    for (PendingReport.Clocked clocked : design.reports()) {
      PendingReport report = clocked.report();
      Node condition = report.condition();
      Clock clock = null;
      if (clocked.trigger() != null) {
        ClockTracer.Source source = clocks.trace(clocked.trigger(), "a message");
        clock = source.clock();
        if (source.enable() != null) {
          condition = graph.and(condition, source.enable());
        }
      }
      List<Operand> arguments = report.arguments().stream().map(emitter::operand).toList();
      reports.add(new ClockedReport(report, emitter.operand(condition), arguments, clock));
    }
    return reports;
  }

  /** A process without a clock speaks at the first one. */
  private List<Effect> effects(List<ClockedReport> reports, List<Clock> used) {
    List<Effect> effects = new ArrayList<>();
    for (ClockedReport each : reports) {
      PendingReport report = each.report();
      boolean counted = report.severity() == Effect.Severity.COVER;
      if (used.isEmpty()) {
        if (counted) {
          continue;
        }
        design.warn(report.location(), "a message of a design without a clock is ignored");
        continue;
      }
      List<Effect.Argument> arguments = new ArrayList<>();
      for (int i = 0; i < each.arguments().size(); i++) {
        arguments.add(new Effect.Argument(each.arguments().get(i), report.signed().get(i)));
      }
      effects.add(
          new Effect(
              report.severity(),
              counted
                  ? design.texts().wholeFileAndLine(report.location())
                  : design.texts().fileAndLine(report.location()),
              Math.max(0, used.indexOf(each.clock())),
              each.condition(),
              report.format().isEmpty() ? " " : report.format(),
              arguments));
    }
    return effects;
  }

  private List<TopPort> ports() {
    List<TopPort> ports = new ArrayList<>();
    for (Item item : module.items()) {
      if (item instanceof Item.Variable variable && !variable.declaration().direction().isEmpty()) {
        ports.add(new TopPort(variable.declaration(), leaf(variable.declaration())));
      }
    }
    ports.sort(Comparator.comparingInt(port -> port.declaration().index()));
    return ports;
  }

  private Leaf leaf(Declaration port) {
    return Objects.requireNonNull(
            design.topScope().variables().get(port.name()), "port " + port.name())
        .leaves()
        .getFirst();
  }

  private void complete(Flop flop) {
    ClockTracer.Source source = clocks.trace(flop.trigger(), flop.name());
    Node next = flop.next();
    Node enable = source.enable();
    if (enable != null) {
      Node taken = flop.reset() == null ? enable : graph.or(enable, flop.reset());
      next = graph.mux(taken, next, graph.source(flop, flop.width()));
    }
    flops.add(new ClockedFlop(flop, emitter.operand(next), source.clock()));
  }

  private void complete(Variable memory) {
    List<MemoryPort> ports = new ArrayList<>();
    for (WritePortMerging.Port port :
        new WritePortMerging(graph).merge(design.writes().getOrDefault(memory, List.of()))) {
      ClockTracer.Source source = clocks.trace(port.trigger(), memory.path());
      Node enable = port.enable();
      if (source.enable() != null) {
        enable = graph.and(enable, graph.resize(source.enable(), enable.width(), true));
      }
      ports.add(
          new MemoryPort(
              emitter.operand(port.address()),
              emitter.operand(port.data()),
              emitter.operand(enable),
              source.clock()));
    }
    memories.put(memory, ports);
  }

  /** The clocks in the order of the ports, rising edges before falling ones. */
  private List<Clock> clocks(List<TopPort> ports, List<ClockedReport> reports) {
    Set<Clock> found = new LinkedHashSet<>();
    reports.stream().map(ClockedReport::clock).filter(Objects::nonNull).forEach(found::add);
    flops.forEach(flop -> found.add(flop.clock()));
    memories.values().forEach(list -> list.forEach(port -> found.add(port.clock())));
    List<Clock> ordered = new ArrayList<>();
    for (TopPort port : ports) {
      Clock rising = Clock.rising(port.leaf().name());
      for (Clock clock : List.of(rising, rising.opposite())) {
        if (found.contains(clock)) {
          ordered.add(clock);
        }
      }
    }
    return ordered;
  }

  /**
   * {@return the latches with the values that they keep} Called once the clocks of all registers
   * and memories are known.
   */
  private List<LatchedWord> latchedWords(List<TopPort> ports) {
    Set<Clock> known = new LinkedHashSet<>();
    flops.forEach(flop -> known.add(flop.clock()));
    memories.values().forEach(list -> list.forEach(port -> known.add(port.clock())));
    List<Leaf> inputs = ports.stream().map(TopPort::leaf).filter(Leaf::isInput).toList();
    LatchClock clock = new LatchClock(design, emitter.latches());
    List<LatchedWord> latched = new ArrayList<>();
    emitter
        .kept()
        .forEach(
            (word, kept) ->
                latched.add(
                    new LatchedWord(
                        word,
                        kept,
                        emitter.operand(word.read(graph)),
                        clock.of(word, known, inputs))));
    return latched;
  }

  private List<Register> registers(List<LatchedWord> latched, ToIntFunction<Clock> index) {
    List<Register> registers = new ArrayList<>();
    for (ClockedFlop clocked : flops) {
      Flop flop = clocked.flop();
      registers.add(
          new Register(
              emitter.flop(flop),
              clocked.next(),
              index.applyAsInt(clocked.clock()),
              initial(flop.leaf(), flop.lsb(), flop.width())));
    }
    for (LatchedWord latch : latched) {
      registers.add(
          new Register(
              latch.kept(),
              latch.settled(),
              index.applyAsInt(latch.clock()),
              initial(latch.word(), 0, latch.word().width())));
    }
    return registers;
  }

  private BigInteger initial(Leaf leaf, int lsb, int width) {
    return design.initial().get(leaf) instanceof Node.Fixed fixed
        ? ConstantFolding.truncate(fixed.value().shiftRight(lsb), width)
        : BigInteger.ZERO;
  }

  private List<Memory> memoryList(ToIntFunction<Clock> index) {
    List<Memory> list = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    memories.forEach(
        (memory, ports) -> {
          List<Memory.ReadPort> read = new ArrayList<>();
          Objects.requireNonNull(emitter.reads().get(memory))
              .forEach(
                  (address, signal) ->
                      read.add(new Memory.ReadPort(emitter.operand(address), signal)));
          int count = names.merge(memory.path(), 1, Integer::sum);
          list.add(
              new Memory(
                  count == 1 ? memory.path() : memory.path() + "$" + count,
                  memory.word().width(),
                  (int) memory.type().words(),
                  words(memory),
                  read,
                  ports.stream()
                      .map(
                          port ->
                              new Memory.WritePort(
                                  port.address(),
                                  port.data(),
                                  port.enable(),
                                  index.applyAsInt(port.clock())))
                      .toList()));
        });
    return list;
  }

  private List<BigInteger> words(Variable memory) {
    var contents = design.contents(memory);
    List<BigInteger> words = new ArrayList<>();
    int last = -1;
    for (var entry : contents.entrySet()) {
      if (entry.getValue().signum() != 0) {
        last = entry.getKey();
      }
    }
    for (int i = 0; i <= last; i++) {
      words.add(contents.getOrDefault(i, BigInteger.ZERO));
    }
    return words;
  }
}
