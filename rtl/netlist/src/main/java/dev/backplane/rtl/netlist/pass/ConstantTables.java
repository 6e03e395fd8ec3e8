package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Replaces logic that depends on a few bits only, such as a chain of multiplexers over one
 * selector, by a table: a memory that nothing writes. All values of one selector share a table.
 */
final class ConstantTables implements Pass {
  /** A table has at most two to the power of this many words. */
  private static final int MAX_SELECTOR_BITS = 8;

  private static final int MAX_WORD_BITS = Long.SIZE;

  /** A read is worth that many cells, and taking a value out of its word that many more. */
  private static final int CELLS_PER_READ = 8;

  private static final int CELLS_PER_VALUE = 2;

  /** The cells that depend on one selector only, in the order of evaluation. */
  private record Cone(List<Cell> cells, List<Cell> roots) {}

  @Override
  public Netlist apply(Netlist netlist) {
    SequencedMap<Operand.Slice, Cone> cones = cones(netlist);
    IdentityHashMap<Cell, Operand> values = new IdentityHashMap<>();
    List<Signal> signals = new ArrayList<>(netlist.signals());
    List<Memory> memories = new ArrayList<>(netlist.memories());
    cones.forEach(
        (selector, cone) -> {
          int width = cone.roots().stream().mapToInt(root -> root.output().width()).sum();
          if (cone.cells().size() < CELLS_PER_READ + CELLS_PER_VALUE * cone.roots().size()
              || width > MAX_WORD_BITS) {
            return;
          }
          Optional<List<BigInteger>> words = words(selector, cone);
          if (words.isEmpty()) {
            return;
          }
          Signal word = new Signal(signals.size(), "$" + signals.size(), width);
          signals.add(word);
          memories.add(
              new Memory(
                  "$m" + memories.size(),
                  width,
                  1 << selector.width(),
                  words.get(),
                  List.of(new Memory.ReadPort(new Operand(List.of(selector)), word)),
                  List.of()));
          int lsb = 0;
          for (Cell root : cone.roots()) {
            int bits = root.output().width();
            values.put(root, new Operand(List.of(new Operand.Slice(word, lsb, bits))));
            lsb += bits;
          }
        });
    return values.isEmpty()
        ? netlist
        : Passes.SIMPLIFICATION.apply(
            new Netlist(
                netlist.top(),
                signals,
                netlist.inputs(),
                netlist.outputs(),
                netlist.clocks(),
                netlist.cells().stream().map(cell -> lookedUp(cell, values.get(cell))).toList(),
                netlist.registers(),
                memories,
                netlist.effects(),
                netlist.aliases()));
  }

  private static Cell lookedUp(Cell cell, @Nullable Operand value) {
    return value == null ? cell : new Cell(Operation.EXTEND, false, List.of(value), cell.output());
  }

  private static SequencedMap<Operand.Slice, Cone> cones(Netlist netlist) {
    Map<Signal, Operand.Slice> selectors = new HashMap<>();
    List<Cell> cells = new ArrayList<>();
    for (Levelizer.Step step : Levelizer.levelize(netlist)) {
      if (step instanceof Levelizer.CellStep(Cell cell)) {
        Operand.Slice selector = selector(cell, selectors);
        if (selector != null) {
          selectors.put(cell.output(), selector);
          cells.add(cell);
        }
      }
    }
    Set<Signal> usedElsewhere = usedElsewhere(netlist, selectors);
    SequencedMap<Operand.Slice, Cone> cones = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Cone cone =
          cones.computeIfAbsent(
              Objects.requireNonNull(selectors.get(cell.output())),
              _ -> new Cone(new ArrayList<>(), new ArrayList<>()));
      cone.cells().add(cell);
      if (usedElsewhere.contains(cell.output())) {
        cone.roots().add(cell);
      }
    }
    return cones;
  }

  /** The few bits that all inputs of a cell depend on, or null. */
  private static Operand.@Nullable Slice selector(Cell cell, Map<Signal, Operand.Slice> selectors) {
    Operand.Slice common = null;
    for (Operand input : cell.inputs()) {
      for (Operand.Part part : input.parts()) {
        if (part instanceof Operand.Slice slice) {
          Operand.Slice of = selectors.getOrDefault(slice.signal(), slice);
          if (common == null) {
            common = of;
          } else if (!common.equals(of)) {
            return null;
          }
        }
      }
    }
    return common != null && common.width() <= MAX_SELECTOR_BITS ? common : null;
  }

  /** The values that something outside of their own cone takes. */
  private static Set<Signal> usedElsewhere(Netlist netlist, Map<Signal, Operand.Slice> selectors) {
    Set<Signal> used = new HashSet<>();
    Consumer<Operand> use = operand -> used.addAll(operand.signals());
    netlist.outputs().values().forEach(use);
    netlist.registers().stream().map(Register::input).forEach(use);
    for (Effect effect : netlist.effects()) {
      use.accept(effect.condition());
      effect.arguments().forEach(argument -> use.accept(argument.value()));
    }
    for (Memory memory : netlist.memories()) {
      memory.reads().forEach(read -> use.accept(read.address()));
      for (Memory.WritePort write : memory.writes()) {
        List.of(write.address(), write.data(), write.enable()).forEach(use);
      }
    }
    for (Cell cell : netlist.cells()) {
      Operand.Slice own = selectors.get(cell.output());
      for (Operand input : cell.inputs()) {
        for (Signal signal : input.signals()) {
          if (own == null || !own.equals(selectors.get(signal))) {
            used.add(signal);
          }
        }
      }
    }
    return used;
  }

  /** The values of the roots for each value of the selector; nothing if one cannot be computed. */
  private static Optional<List<BigInteger>> words(Operand.Slice selector, Cone cone) {
    List<BigInteger> words = new ArrayList<>();
    for (int value = 0; value < 1 << selector.width(); value++) {
      Map<Signal, TernaryBits> known = new HashMap<>();
      Signal signal = selector.signal();
      known.put(
          signal,
          TernaryBits.of(BigInteger.valueOf(value).shiftLeft(selector.lsb()), signal.width()));
      for (Cell cell : cone.cells()) {
        List<TernaryBits> inputs =
            cell.inputs().stream()
                .map(
                    input ->
                        TernaryBits.of(input, source -> Objects.requireNonNull(known.get(source))))
                .toList();
        known.put(cell.output(), TernaryBits.output(cell, inputs));
      }
      BigInteger word = BigInteger.ZERO;
      int lsb = 0;
      for (Cell root : cone.roots()) {
        TernaryBits bits = Objects.requireNonNull(known.get(root.output()));
        if (!bits.isKnown()) {
          return Optional.empty();
        }
        word = word.or(bits.ones().shiftLeft(lsb));
        lsb += bits.width();
      }
      words.add(word);
    }
    return Optional.of(words);
  }
}
