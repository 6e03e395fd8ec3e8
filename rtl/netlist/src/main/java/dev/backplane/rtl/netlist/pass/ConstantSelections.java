package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replaces long chains of multiplexers that choose a constant by the value of one word, as a {@code
 * case} statement for a memory of constants makes them, by a memory that nothing writes. {@link
 * ConstantTables} does so for any logic over a few bits; here the word may be wide, because a chain
 * is read once and not evaluated for each value.
 */
final class ConstantSelections implements Pass {
  /** Shorter chains are as well off as jumps. */
  private static final int MIN_CASES = 256;

  private static final int MAX_KEY_BITS = 20;

  /** A memory has at most that many words for each case. */
  private static final int MAX_WORDS_PER_CASE = 4;

  /** A multiplexer that gives one operand if a word has a value, and another one if not. */
  private record Match(Operand key, BigInteger constant, Operand selected, Operand otherwise) {}

  /** The constants that a chain selects, indexed by the value of its word. */
  private record Choice(Operand key, List<BigInteger> words) {}

  @Override
  public Netlist apply(Netlist netlist) {
    Map<Signal, Cell> drivers = new HashMap<>();
    netlist.cells().forEach(cell -> drivers.put(cell.output(), cell));
    Set<Cell> inner = inner(netlist, drivers);
    IdentityHashMap<Cell, Operand> values = new IdentityHashMap<>();
    List<Signal> signals = new ArrayList<>(netlist.signals());
    List<Memory> memories = new ArrayList<>(netlist.memories());
    for (Cell cell : netlist.cells()) {
      if (!inner.contains(cell)) {
        choice(cell, drivers)
            .ifPresent(
                choice -> {
                  int width = cell.output().width();
                  Signal word = new Signal(signals.size(), "$" + signals.size(), width);
                  signals.add(word);
                  memories.add(
                      new Memory(
                          "$m" + memories.size(),
                          width,
                          choice.words().size(),
                          choice.words(),
                          List.of(new Memory.ReadPort(choice.key(), word)),
                          List.of()));
                  values.put(cell, Operand.of(word));
                });
      }
    }
    return values.isEmpty()
        ? netlist
        : Passes.SIMPLIFICATION.apply(
            new Netlist(
                netlist.top(),
                signals,
                netlist.inputs(),
                netlist.outputs(),
                netlist.clocks(),
                netlist.cells().stream().map(cell -> read(cell, values.get(cell))).toList(),
                netlist.registers(),
                memories,
                netlist.effects(),
                netlist.aliases()));
  }

  private static Cell read(Cell cell, @Nullable Operand value) {
    return value == null ? cell : new Cell(Operation.EXTEND, false, List.of(value), cell.output());
  }

  /** The multiplexers that continue the chain of another. */
  private static Set<Cell> inner(Netlist netlist, Map<Signal, Cell> drivers) {
    Set<Cell> inner = new HashSet<>();
    for (Cell cell : netlist.cells()) {
      Match match = match(cell, drivers);
      Cell next = match == null ? null : driver(match.otherwise(), drivers);
      Match following = next == null ? null : match(next, drivers);
      if (match != null && following != null && match.key().equals(following.key())) {
        inner.add(next);
      }
    }
    return inner;
  }

  private static Optional<Choice> choice(Cell head, Map<Signal, Cell> drivers) {
    Match first = match(head, drivers);
    if (first == null || first.key().width() > MAX_KEY_BITS) {
      return Optional.empty();
    }
    Operand key = first.key();
    Map<BigInteger, BigInteger> cases = new HashMap<>();
    Operand otherwise = Operand.of(head.output());
    for (Match match = first; match != null && match.key().equals(key); ) {
      Optional<BigInteger> value = constant(match.selected());
      if (value.isEmpty()) {
        return Optional.empty();
      }
      cases.putIfAbsent(match.constant(), value.get()); // what comes earlier in a chain counts
      otherwise = match.otherwise();
      Cell next = driver(otherwise, drivers);
      match = next == null ? null : match(next, drivers);
    }
    int depth = 1 << key.width();
    Optional<BigInteger> others =
        cases.size() == depth ? Optional.of(BigInteger.ZERO) : constant(otherwise);
    if (others.isEmpty()
        || cases.size() < MIN_CASES
        || depth > (long) MAX_WORDS_PER_CASE * cases.size()) {
      return Optional.empty();
    }
    List<BigInteger> words = new ArrayList<>(depth);
    for (int value = 0; value < depth; value++) {
      words.add(cases.getOrDefault(BigInteger.valueOf(value), others.get()));
    }
    return Optional.of(new Choice(key, words));
  }

  private static @Nullable Match match(Cell mux, Map<Signal, Cell> drivers) {
    if (mux.operation() != Operation.MUX) {
      return null;
    }
    Cell condition = driver(mux.inputs().get(2), drivers);
    if (condition == null) {
      return null;
    }
    Operand compared = condition.inputs().getFirst();
    Operand ifFalse = mux.inputs().get(0);
    Operand ifTrue = mux.inputs().get(1);
    return switch (condition.operation()) {
      case LOGIC_NOT -> new Match(compared, BigInteger.ZERO, ifTrue, ifFalse);
      case REDUCE_OR -> new Match(compared, BigInteger.ZERO, ifFalse, ifTrue);
      case EQ -> {
        Optional<BigInteger> value = constant(condition.inputs().get(1));
        yield condition.signed() || value.isEmpty() || value.get().bitLength() > compared.width()
            ? null
            : new Match(compared, value.get(), ifTrue, ifFalse);
      }
      default -> null;
    };
  }

  /** The cell whose whole output an operand is. */
  private static @Nullable Cell driver(Operand operand, Map<Signal, Cell> drivers) {
    return operand.parts().size() == 1
            && operand.parts().getFirst() instanceof Operand.Slice slice
            && slice.isWhole()
        ? drivers.get(slice.signal())
        : null;
  }

  private static Optional<BigInteger> constant(Operand operand) {
    return operand.parts().size() == 1
            && operand.parts().getFirst() instanceof Operand.Constant constant
        ? Optional.of(constant.value())
        : Optional.empty();
  }
}
