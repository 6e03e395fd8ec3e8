package dev.backplane.rtl.netlist;

import dev.backplane.rtl.netlist.pass.Levelizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Brings a netlist into a canonical order, which depends on its structure only: the order in which
 * a traversal from the outputs reaches its elements. Generated names are numbered in that order, so
 * that netlists of the same structure are equal whatever names a tool generated.
 */
public final class CanonicalNetlist {
  /** Generated names of memories. */
  private static final Pattern GENERATED_MEMORY_NAME = Pattern.compile("\\$m[0-9]+");

  private final Netlist netlist;
  private final List<Cell> cells = new ArrayList<>();
  private final Set<Object> reachedStates = new HashSet<>();
  private final Queue<Object> pendingStates = new ArrayDeque<>();
  private final List<Register> registers = new ArrayList<>();
  private final List<Memory> memories = new ArrayList<>();
  private final Map<Signal, Register> registerOf = new HashMap<>();
  private final Levelizer levelizer;
  private final Map<Signal, Signal> renamed = new HashMap<>();
  private final List<Signal> signals = new ArrayList<>();

  private CanonicalNetlist(Netlist netlist) {
    this.netlist = netlist;
    this.levelizer = new Levelizer(netlist, this::add, this::reachRegister);
    netlist.registers().forEach(register -> registerOf.put(register.output(), register));
  }

  /**
   * Orders and renumbers a netlist.
   *
   * @param netlist a valid netlist
   * @return the same design; signals are numbered inputs first, then registers, memory reads, cells
   */
  public static Netlist of(Netlist netlist) {
    return new CanonicalNetlist(netlist).order();
  }

  private Netlist order() {
    netlist.outputs().values().forEach(levelizer::visit);
    drain();
    for (Effect effect : netlist.effects()) {
      levelizer.visit(effect.condition());
      effect.arguments().forEach(argument -> levelizer.visit(argument.value()));
    }
    drain();
    // Elements on which no output depends keep their order.
    netlist.memories().forEach(this::reachState);
    netlist.registers().forEach(this::reachState);
    netlist.cells().forEach(cell -> levelizer.visit(Operand.of(cell.output())));
    drain();
    return rebuild();
  }

  private void drain() {
    for (Object state = pendingStates.poll(); state != null; state = pendingStates.poll()) {
      switch (state) {
        case Register register -> levelizer.visit(register.input());
        case Memory memory -> {
          memory.reads().forEach(read -> levelizer.visit(read.address()));
          for (Memory.WritePort write : memory.writes()) {
            levelizer.visit(write.enable());
            levelizer.visit(write.address());
            levelizer.visit(write.data());
          }
        }
        default -> throw new IllegalStateException("neither register nor memory: " + state);
      }
    }
  }

  private void reachState(Object state) {
    if (state instanceof Register register && reachedStates.add(register.output())) {
      registers.add(register);
      pendingStates.add(register);
    } else if (state instanceof Memory memory && reachedStates.add(memory.name())) {
      memories.add(memory);
      pendingStates.add(memory);
    }
  }

  private void add(Levelizer.Step step) {
    switch (step) {
      case Levelizer.CellStep(Cell cell) -> cells.add(cell);
      case Levelizer.ReadStep(int memory, _) -> reachState(netlist.memories().get(memory));
    }
  }

  private void reachRegister(Signal source) {
    Register register = registerOf.get(source);
    if (register != null) {
      reachState(register);
    }
  }

  private Netlist rebuild() {
    SequencedMap<Port, Signal> inputs = new LinkedHashMap<>();
    netlist.inputs().forEach((port, signal) -> inputs.put(port, rename(signal)));
    registers.forEach(register -> rename(register.output()));
    memories.forEach(memory -> memory.reads().forEach(read -> rename(read.output())));
    cells.forEach(cell -> rename(cell.output()));
    SequencedMap<Port, Operand> outputs = new LinkedHashMap<>();
    netlist.outputs().forEach((port, operand) -> outputs.put(port, renumbered(operand)));
    return new Netlist(
        netlist.top(),
        signals,
        inputs,
        outputs,
        netlist.clocks(),
        cells.stream()
            .map(
                cell ->
                    new Cell(
                        cell.operation(),
                        cell.signed(),
                        cell.inputs().stream().map(this::renumbered).toList(),
                        renumbered(cell.output())))
            .toList(),
        registers.stream()
            .map(
                r ->
                    new Register(
                        renumbered(r.output()), renumbered(r.input()), r.clock(), r.initial()))
            .toList(),
        memories.stream().map(this::renumbered).toList(),
        netlist.effects().stream().map(this::renumbered).toList(),
        aliases());
  }

  private SequencedMap<String, Operand> aliases() {
    SequencedMap<String, Operand> aliases = new TreeMap<>();
    netlist.aliases().forEach((name, operand) -> aliases.put(name, renumbered(operand)));
    return aliases;
  }

  private Signal rename(Signal signal) {
    int id = signals.size();
    String name = signal.isGenerated() ? "$" + id : signal.name();
    Signal now = new Signal(id, name, signal.width());
    signals.add(now);
    renamed.put(signal, now);
    return now;
  }

  private Signal renumbered(Signal signal) {
    return java.util.Objects.requireNonNull(renamed.get(signal));
  }

  private Operand renumbered(Operand operand) {
    return new Operand(
        operand.parts().stream()
            .map(
                part ->
                    part instanceof Operand.Slice slice
                        ? new Operand.Slice(renumbered(slice.signal()), slice.lsb(), slice.width())
                        : part)
            .toList());
  }

  private Effect renumbered(Effect effect) {
    return new Effect(
        effect.severity(),
        effect.place(),
        effect.clock(),
        renumbered(effect.condition()),
        effect.format(),
        effect.arguments().stream()
            .map(each -> new Effect.Argument(renumbered(each.value()), each.signed()))
            .toList());
  }

  private Memory renumbered(Memory memory) {
    return new Memory(
        GENERATED_MEMORY_NAME.matcher(memory.name()).matches()
            ? "$m" + memories.indexOf(memory)
            : memory.name(),
        memory.width(),
        memory.depth(),
        memory.initial(),
        memory.reads().stream()
            .map(read -> new Memory.ReadPort(renumbered(read.address()), renumbered(read.output())))
            .toList(),
        memory.writes().stream()
            .map(
                write ->
                    new Memory.WritePort(
                        renumbered(write.address()),
                        renumbered(write.data()),
                        renumbered(write.enable()),
                        write.clock()))
            .toList());
  }
}
