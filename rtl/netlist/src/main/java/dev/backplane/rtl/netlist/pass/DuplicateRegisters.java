package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Merges registers that always have the same value, by partition refinement: at first, registers
 * with one clock and one initial value are assumed to be equal; then a class is split while the
 * next values of its registers differ under that assumption.
 */
public final class DuplicateRegisters implements Pass {
  /** A design that takes more rounds is left as it is. */
  private static final int MAX_ROUNDS = 32;

  @Override
  public Netlist apply(Netlist netlist) {
    Map<Signal, Object> classes = new HashMap<>();
    for (Register register : netlist.registers()) {
      classes.put(
          register.output(),
          List.of(register.output().width(), register.clock(), register.initial()));
    }
    Map<Signal, Operand> replacements = representatives(netlist, classes);
    for (int round = 0; round < MAX_ROUNDS && !replacements.isEmpty(); round++) {
      Expressions expressions = new Expressions(netlist, replacements);
      Map<Signal, Object> split = new HashMap<>();
      for (Register register : netlist.registers()) {
        Operand first = replacements.get(register.output());
        split.put(
            register.output(),
            List.of(
                first == null ? Operand.of(register.output()) : first,
                expressions.of(register.input())));
      }
      Map<Signal, Operand> refined = representatives(netlist, split);
      if (refined.size() == replacements.size()) {
        return merge(netlist, refined);
      }
      replacements = refined;
    }
    return netlist;
  }

  /** The first register of the class of each other one. */
  private static Map<Signal, Operand> representatives(
      Netlist netlist, Map<Signal, Object> classes) {
    Map<Object, Signal> first = new HashMap<>();
    Map<Signal, Operand> others = new HashMap<>();
    for (Register register : netlist.registers()) {
      Signal output = register.output();
      Object of = java.util.Objects.requireNonNull(classes.get(output));
      Signal representative = first.putIfAbsent(of, output);
      if (representative != null) {
        others.put(output, Operand.of(representative));
      }
    }
    return others;
  }

  private static Netlist merge(Netlist netlist, Map<Signal, Operand> replacements) {
    SequencedMap<String, Operand> aliases = new LinkedHashMap<>(netlist.aliases());
    for (Register register : netlist.registers()) {
      Operand instead = replacements.get(register.output());
      if (instead != null && !register.output().isGenerated()) {
        aliases.put(register.output().name(), instead);
      }
    }
    return Rewriting.rewrite(
        new Netlist(
            netlist.top(),
            netlist.signals(),
            netlist.inputs(),
            netlist.outputs(),
            netlist.clocks(),
            netlist.cells(),
            netlist.registers(),
            netlist.memories(),
            netlist.effects(),
            aliases),
        replacements);
  }
}
