package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.netlist.CanonicalNetlist;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistValidator;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
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

/** Puts the netlist together, from the outputs back. */
final class Assembly {
  private record TopPort(Declaration declaration, Leaf leaf) {}

  private record ClockedFlop(Flop flop, Operand next, String clock) {}

  private record MemoryPort(Operand address, Operand data, Operand enable, String clock) {}

  private final Design design;
  private final Nodes nodes;
  private final Definition module;
  private final String top;
  private final Wiring wiring;
  private final Emission emission;
  private final Clocks clocks;
  private final List<ClockedFlop> flops = new ArrayList<>();
  private final SequencedMap<Variable, List<MemoryPort>> memories = new LinkedHashMap<>();

  Assembly(Design design, Definition module, String top) {
    this.design = design;
    this.nodes = design.nodes();
    this.module = module;
    this.top = top;
    this.wiring = new Wiring(design);
    this.emission = new Emission(design, wiring);
    this.clocks = new Clocks(design, wiring);
  }

  Netlist netlist() {
    SequencedMap<Port, Signal> inputs = new LinkedHashMap<>();
    SequencedMap<Port, Operand> outputs = new LinkedHashMap<>();
    List<TopPort> ports = ports();
    for (TopPort port : ports) {
      if (port.declaration().direction().equals("input")) {
        Signal signal = emission.input(port.leaf());
        inputs.put(new Port(signal.name(), Port.Direction.INPUT, signal.width()), signal);
      } else {
        emission.name(wiring.value(port.leaf()), port.leaf().name());
      }
    }
    for (TopPort port : ports) {
      if (!port.declaration().direction().equals("input")) {
        outputs.put(
            new Port(port.leaf().name(), Port.Direction.OUTPUT, port.leaf().width()),
            emission.operand(nodes.read(port.leaf())));
      }
    }
    for (Object next = emission.unfinished().poll();
        next != null;
        next = emission.unfinished().poll()) {
      switch (next) {
        case Flop flop -> finish(flop);
        case Variable memory -> finish(memory);
        default -> throw new IllegalStateException("neither flop nor memory: " + next);
      }
    }
    List<String> used = clocks(ports);
    ToIntFunction<String> index = used::indexOf;
    Netlist netlist =
        new Netlist(
            top,
            emission.signals(),
            inputs,
            outputs,
            used,
            emission.cells(),
            flops.stream().map(flop -> register(flop, index)).toList(),
            memoryList(index));
    return NetlistValidator.validate(CanonicalNetlist.of(netlist));
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

  private void finish(Flop flop) {
    Clocks.Source source = clocks.source(flop.trigger(), flop.name());
    Node next = flop.next();
    if (source.enable() != null) {
      next = nodes.mux(source.enable(), next, nodes.held(flop));
    }
    flops.add(new ClockedFlop(flop, emission.operand(next), source.name()));
  }

  private void finish(Variable memory) {
    List<MemoryPort> ports = new ArrayList<>();
    for (WritePorts.Port port :
        new WritePorts(nodes).of(design.writes().getOrDefault(memory, List.of()))) {
      Clocks.Source source = clocks.source(port.trigger(), memory.path());
      Node enable = port.enable();
      if (source.enable() != null) {
        enable = nodes.and(enable, nodes.resize(source.enable(), enable.width(), true));
      }
      ports.add(
          new MemoryPort(
              emission.operand(port.address()),
              emission.operand(port.data()),
              emission.operand(enable),
              source.name()));
    }
    memories.put(memory, ports);
  }

  /** Clocks in the order of the ports, rising edges before falling ones. */
  private List<String> clocks(List<TopPort> ports) {
    Set<String> found = new LinkedHashSet<>();
    flops.forEach(flop -> found.add(flop.clock()));
    memories.values().forEach(list -> list.forEach(port -> found.add(port.clock())));
    List<String> ordered = new ArrayList<>();
    for (TopPort port : ports) {
      for (String name : List.of(port.leaf().name(), "~" + port.leaf().name())) {
        if (found.contains(name)) {
          ordered.add(name);
        }
      }
    }
    return ordered;
  }

  private Register register(ClockedFlop clocked, ToIntFunction<String> index) {
    Flop flop = clocked.flop();
    Node initial = design.initial().get(flop.leaf());
    BigInteger value =
        initial instanceof Node.Fixed fixed
            ? Folding.cut(fixed.value().shiftRight(flop.lsb()), flop.width())
            : BigInteger.ZERO;
    return new Register(
        emission.flop(flop), clocked.next(), index.applyAsInt(clocked.clock()), value);
  }

  private List<Memory> memoryList(ToIntFunction<String> index) {
    List<Memory> list = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    memories.forEach(
        (memory, ports) -> {
          List<Memory.ReadPort> read = new ArrayList<>();
          Objects.requireNonNull(emission.reads().get(memory))
              .forEach(
                  (address, signal) ->
                      read.add(new Memory.ReadPort(emission.operand(address), signal)));
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
