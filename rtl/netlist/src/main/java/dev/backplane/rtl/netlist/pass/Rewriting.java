package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedMap;

/**
 * Writes a netlist anew from simplified expressions: equal expressions become one cell, and only
 * what an output or an effect depends on is kept. Names of what is kept stay.
 */
final class Rewriting extends NodeEmitter {
  private final Netlist netlist;
  private final Expressions expressions;
  private final Map<Signal, Signal> inputs = new HashMap<>();
  private final Map<Signal, Register> registerOf = new HashMap<>();
  private final SequencedMap<Signal, Signal> registers = new LinkedHashMap<>();
  private final SequencedMap<Integer, SequencedMap<Node, Signal>> reads = new LinkedHashMap<>();
  private final Queue<Object> pendingStates = new ArrayDeque<>();
  private final Map<Signal, Operand> nextValues = new HashMap<>();
  private final Map<Integer, List<Memory.WritePort>> writes = new HashMap<>();

  private Rewriting(Netlist netlist, Map<Signal, Operand> replacements) {
    this.netlist = netlist;
    this.expressions = new Expressions(netlist, replacements);
    netlist.registers().forEach(register -> registerOf.put(register.output(), register));
  }

  /**
   * Rewrites a netlist.
   *
   * @param netlist the netlist
   * @param replacements what to take for some signals, as {@link Expressions} has it
   * @return the same design
   */
  static Netlist rewrite(Netlist netlist, Map<Signal, Operand> replacements) {
    return new Rewriting(netlist, replacements).run();
  }

  private Netlist run() {
    SequencedMap<Port, Signal> ports = new LinkedHashMap<>();
    netlist
        .inputs()
        .forEach(
            (port, signal) -> {
              Signal now = signal(signal.name(), signal.width());
              inputs.put(signal, now);
              ports.put(port, now);
            });
    Levelizer.forEachStep(
        netlist,
        step -> {
          if (!step.output().isGenerated()) {
            name(expressions.of(step.output()), step.output().name());
          }
        });
    SequencedMap<Port, Operand> outputs = new LinkedHashMap<>();
    netlist.outputs().forEach((port, operand) -> outputs.put(port, emitted(operand)));
    List<Effect> effects = netlist.effects().stream().map(this::emitted).toList();
    for (Object state = pendingStates.poll(); state != null; state = pendingStates.poll()) {
      switch (state) {
        case Signal register -> nextValues.put(register, emitted(register(register).input()));
        case Integer memory -> writes.put(memory, writes(netlist.memories().get(memory)));
        default -> throw new IllegalStateException("neither register nor memory: " + state);
      }
    }
    SequencedMap<String, Operand> aliases = new LinkedHashMap<>();
    netlist
        .aliases()
        .forEach(
            (name, operand) -> {
              Node node = expressions.of(operand);
              if (isLive(node)) {
                aliases.put(name, operand(node));
              }
            });
    return new Netlist(
        netlist.top(),
        signals(),
        ports,
        outputs,
        netlist.clocks(),
        cells(),
        registers.entrySet().stream()
            .map(each -> register(each.getKey(), each.getValue()))
            .toList(),
        reads.entrySet().stream().map(each -> memory(each.getKey(), each.getValue())).toList(),
        effects,
        aliases);
  }

  private Operand emitted(Operand operand) {
    return operand(expressions.of(operand));
  }

  private Effect emitted(Effect effect) {
    return new Effect(
        effect.severity(),
        effect.place(),
        effect.clock(),
        emitted(effect.condition()),
        effect.format(),
        effect.arguments().stream()
            .map(each -> new Effect.Argument(emitted(each.value()), each.signed()))
            .toList());
  }

  /** Ports that never write are left out. */
  private List<Memory.WritePort> writes(Memory memory) {
    List<Memory.WritePort> ports = new ArrayList<>();
    for (Memory.WritePort port : memory.writes()) {
      if (!NodeGraph.isZero(expressions.of(port.enable()))) {
        ports.add(
            new Memory.WritePort(
                emitted(port.address()),
                emitted(port.data()),
                emitted(port.enable()),
                port.clock()));
      }
    }
    return ports;
  }

  /**
   * Tells whether an alias, which is made of bits of registers and constants, needs nothing new.
   */
  private boolean isLive(Node node) {
    return node instanceof Node.Source source
        ? registers.containsKey((Signal) source.origin())
        : !(node instanceof Node.Compute)
            && !(node instanceof Node.MemoryRead)
            && node.dependencies().stream().allMatch(this::isLive);
  }

  @Override
  protected Operand source(Node.Source source) {
    Signal signal = (Signal) source.origin();
    Signal input = inputs.get(signal);
    if (input != null) {
      return Operand.of(input);
    }
    return Operand.of(
        registers.computeIfAbsent(
            signal,
            _ -> {
              pendingStates.add(signal);
              return signal(signal.isGenerated() ? null : signal.name(), signal.width());
            }));
  }

  @Override
  protected Operand read(Node.MemoryRead read) {
    Integer memory = (Integer) read.memory();
    SequencedMap<Node, Signal> ports =
        reads.computeIfAbsent(
            memory,
            _ -> {
              pendingStates.add(memory);
              return new LinkedHashMap<>();
            });
    return Operand.of(ports.computeIfAbsent(read.address(), _ -> signal(read)));
  }

  private Register register(Signal old) {
    return java.util.Objects.requireNonNull(registerOf.get(old));
  }

  private Register register(Signal old, Signal output) {
    Register register = register(old);
    return new Register(
        output,
        java.util.Objects.requireNonNull(nextValues.get(old)),
        register.clock(),
        register.initial());
  }

  private Memory memory(int index, SequencedMap<Node, Signal> ports) {
    Memory memory = netlist.memories().get(index);
    return new Memory(
        memory.name(),
        memory.width(),
        memory.depth(),
        memory.initial(),
        ports.entrySet().stream()
            .map(port -> new Memory.ReadPort(operand(port.getKey()), port.getValue()))
            .toList(),
        java.util.Objects.requireNonNull(writes.get(index)));
  }
}
