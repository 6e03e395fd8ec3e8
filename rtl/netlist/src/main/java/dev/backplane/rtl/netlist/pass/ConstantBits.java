package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Replaces signals that never change by constants, and registers whose upper bits never change by
 * narrower ones. An optimistic fixpoint finds them: at first, registers are assumed to keep their
 * initial values for ever; then their bits are given up as soon as they can change.
 */
public final class ConstantBits implements Pass {
  /**
   * After so many changes of a register, all bits up to its highest unknown one are given up at
   * once.
   */
  private static final int PATIENCE = 8;

  /** Larger memories are not read through: their words have hardly a bit in common. */
  private static final int MAX_WORDS = 4096;

  @Override
  public Netlist apply(Netlist netlist) {
    TernaryBits[] known = fixpoint(netlist);
    Map<Signal, Operand> replacements = new HashMap<>();
    for (Cell cell : netlist.cells()) {
      replaceConstant(cell.output(), known, replacements);
    }
    for (Memory memory : netlist.memories()) {
      memory.reads().forEach(read -> replaceConstant(read.output(), known, replacements));
    }
    List<Signal> signals = new ArrayList<>(netlist.signals());
    List<Register> registers = new ArrayList<>(netlist.registers());
    SequencedMap<String, Operand> aliases = new LinkedHashMap<>(netlist.aliases());
    for (Register register : netlist.registers()) {
      Signal output = register.output();
      TernaryBits bits = known[output.id()];
      int width = highestUnknown(bits) + 1;
      if (width == 0) {
        replaceConstant(output, known, replacements);
      } else if (width < output.width()) {
        Signal narrow = new Signal(signals.size(), "$" + signals.size(), width);
        signals.add(narrow);
        registers.add(
            new Register(
                narrow,
                register.input().slice(0, width),
                register.clock(),
                ConstantFolding.truncate(register.initial(), width)));
        replacements.put(
            output,
            Operand.concat(
                List.of(
                    Operand.of(narrow),
                    Operand.of(bits.ones().shiftRight(width), output.width() - width))));
      }
      Operand instead = replacements.get(output);
      if (instead != null && !output.isGenerated()) {
        aliases.put(output.name(), instead);
      }
    }
    return replacements.isEmpty()
        ? netlist
        : Rewriting.rewrite(
            new Netlist(
                netlist.top(),
                signals,
                netlist.inputs(),
                netlist.outputs(),
                netlist.clocks(),
                netlist.cells(),
                registers,
                netlist.memories(),
                netlist.effects(),
                aliases),
            replacements);
  }

  private static void replaceConstant(
      Signal signal, TernaryBits[] known, Map<Signal, Operand> replacements) {
    TernaryBits bits = known[signal.id()];
    if (bits.isKnown()) {
      replacements.put(signal, Operand.of(bits.ones(), signal.width()));
    }
  }

  private static int highestUnknown(TernaryBits bits) {
    return TernaryBits.mask(bits.width()).andNot(bits.known()).bitLength() - 1;
  }

  private static TernaryBits[] fixpoint(Netlist netlist) {
    TernaryBits[] known =
        netlist.signals().stream()
            .map(signal -> TernaryBits.unknown(signal.width()))
            .toArray(TernaryBits[]::new);
    for (Register register : netlist.registers()) {
      Signal output = register.output();
      known[output.id()] = TernaryBits.of(register.initial(), output.width());
    }
    for (Memory memory : netlist.memories()) {
      if (memory.writes().isEmpty() && memory.initial().size() <= MAX_WORDS) {
        TernaryBits common = commonBits(memory);
        memory.reads().forEach(read -> known[read.output().id()] = common);
      }
    }
    BitPropagation propagation = new BitPropagation(netlist);
    Map<Signal, Integer> changes = new HashMap<>();
    return propagation.propagate(
        known,
        propagation.everything(),
        (register, old, input) -> {
          TernaryBits now = old.common(input);
          boolean patient =
              now.equals(old) || changes.merge(register.output(), 1, Integer::sum) < PATIENCE;
          return patient ? now : now.above(highestUnknown(now) + 1);
        },
        Long.MAX_VALUE);
  }

  /** The bits that all words have in common; a read outside gives 0. */
  private static TernaryBits commonBits(Memory memory) {
    TernaryBits common = TernaryBits.of(BigInteger.ZERO, memory.width());
    for (BigInteger word : memory.initial()) {
      common = common.common(TernaryBits.of(word, memory.width()));
    }
    return common;
  }
}
