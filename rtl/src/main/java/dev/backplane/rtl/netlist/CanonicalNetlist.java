package dev.backplane.rtl.netlist;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Brings a netlist into a canonical order, which depends on its structure only: the order in which
 * a traversal from the outputs reaches its elements. Generated names are numbered in that order, so
 * that netlists of the same structure are equal whatever names a tool generated.
 */
public final class CanonicalNetlist {
  /** Signal names that front ends generate; no source can contain them. */
  private static final Pattern GENERATED_NAME = Pattern.compile("\\$[0-9]+");

  /** Generated names of memories. */
  private static final Pattern GENERATED_MEMORY_NAME = Pattern.compile("\\$m[0-9]+");

  private final Netlist netlist;
  private final @Nullable Object[] drivers;
  private final boolean[] reached;
  private final List<Cell> cells = new ArrayList<>();
  private final Set<Object> reachedStates = new HashSet<>();
  private final Queue<Object> pendingStates = new ArrayDeque<>();
  private final List<Register> registers = new ArrayList<>();
  private final List<Memory> memories = new ArrayList<>();
  private final Map<Signal, Signal> renamed = new HashMap<>();
  private final List<Signal> signals = new ArrayList<>();

  private CanonicalNetlist(Netlist netlist) {
    this.netlist = netlist;
    this.drivers = new Object[netlist.signals().size()];
    this.reached = new boolean[netlist.signals().size()];
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
    netlist.cells().forEach(cell -> drivers[cell.output().id()] = cell);
    netlist.registers().forEach(register -> drivers[register.output().id()] = register);
    for (Memory memory : netlist.memories()) {
      memory.reads().forEach(read -> drivers[read.output().id()] = memory);
    }
    netlist.outputs().values().forEach(this::reach);
    drain();
    for (Effect effect : netlist.effects()) {
      reach(effect.condition());
      effect.arguments().forEach(argument -> reach(argument.value()));
    }
    drain();
    // Elements on which no output depends keep their order.
    netlist.memories().forEach(this::reachState);
    netlist.registers().forEach(this::reachState);
    netlist.cells().forEach(cell -> reach(Operand.of(cell.output())));
    drain();
    return rebuild();
  }

  private void drain() {
    for (Object state = pendingStates.poll(); state != null; state = pendingStates.poll()) {
      switch (state) {
        case Register register -> reach(register.input());
        case Memory memory -> {
          memory.reads().forEach(read -> reach(read.address()));
          for (Memory.WritePort write : memory.writes()) {
            reach(write.enable());
            reach(write.address());
            reach(write.data());
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

  /** Appends the cells that an operand depends on, drivers before users. */
  private void reach(Operand operand) {
    record Visit(Signal signal, boolean leave) {}
    Deque<Visit> stack = new ArrayDeque<>();
    for (Signal signal : signals(operand).reversed()) {
      stack.push(new Visit(signal, false));
    }
    while (!stack.isEmpty()) {
      Visit visit = stack.pop();
      Signal signal = visit.signal();
      Object driver = drivers[signal.id()];
      if (visit.leave()) {
        cells.add((Cell) java.util.Objects.requireNonNull(driver));
        continue;
      }
      if (reached[signal.id()]) {
        continue;
      }
      reached[signal.id()] = true;
      if (driver instanceof Cell cell) {
        stack.push(new Visit(signal, true));
        for (Operand input : cell.inputs().reversed()) {
          for (Signal source : signals(input).reversed()) {
            stack.push(new Visit(source, false));
          }
        }
      } else if (driver != null) {
        reachState(driver);
      }
    }
  }

  private static List<Signal> signals(Operand operand) {
    List<Signal> signals = new ArrayList<>();
    for (Operand.Part part : operand.parts()) {
      if (part instanceof Operand.Slice slice) {
        signals.add(slice.signal());
      }
    }
    return signals;
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
        netlist.effects().stream().map(this::renumbered).toList());
  }

  private Signal rename(Signal signal) {
    int id = signals.size();
    String name = GENERATED_NAME.matcher(signal.name()).matches() ? "$" + id : signal.name();
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
