package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.CanonicalNetlist;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistValidator;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/** The pipeline that every elaborated design goes through, once, before it is stored or run. */
public final class Passes {
  /** Writes equal expressions once, folds constants, and drops what no output depends on. */
  public static final Pass SIMPLIFICATION = netlist -> Rewriting.rewrite(netlist, Map.of());

  private static final SequencedMap<String, Pass> NAMED = new LinkedHashMap<>();

  static {
    NAMED.put("simplification", SIMPLIFICATION);
    NAMED.put("constant-bits", new ConstantBits());
    NAMED.put("duplicate-registers", new DuplicateRegisters());
    NAMED.put("constant-selections", new ConstantSelections());
    NAMED.put("constant-tables", new ConstantTables());
  }

  /** The passes after the first simplification: each simplifies what it changes. */
  public static final List<Pass> ALL = NAMED.values().stream().skip(1).toList();

  /**
   * The most rounds of all passes. A pass may make work for the others; later rounds never found
   * any.
   */
  private static final int MAX_ROUNDS = 8;

  private Passes() {}

  /** {@return all passes by name, in the order in which they run} */
  public static SequencedMap<String, Pass> named() {
    return Collections.unmodifiableSequencedMap(NAMED);
  }

  /**
   * Runs all passes.
   *
   * @param netlist a design
   * @return the same design, valid and in canonical order
   * @throws dev.backplane.rtl.base.RtlException as {@link NetlistValidator#validate}
   */
  public static Netlist run(Netlist netlist) {
    return run(netlist, ALL);
  }

  /**
   * Takes inputs that are held at a value for constants, and runs all passes. The ports stay.
   *
   * @param netlist a design
   * @param held the inputs and their values
   * @return the same design as long as the inputs have these values, valid and in canonical order
   */
  public static Netlist run(Netlist netlist, Map<Port, BigInteger> held) {
    Map<Signal, Operand> replacements = new HashMap<>();
    held.forEach(
        (port, value) ->
            replacements.put(
                Objects.requireNonNull(netlist.inputs().get(port), port.name()),
                Operand.of(value, port.width())));
    return replacements.isEmpty()
        ? netlist
        : run(LargeStack.call(netlist.top(), () -> Rewriting.rewrite(netlist, replacements)), ALL);
  }

  /**
   * Runs some passes, after the simplification, until none finds anything.
   *
   * @param netlist a design
   * @param passes the passes, in the order in which they run
   * @return the same design, valid and in canonical order
   * @throws dev.backplane.rtl.base.RtlException as {@link NetlistValidator#validate}
   */
  @SuppressWarnings("ReferenceEquality") // a pass that changes nothing gives the same netlist
  public static Netlist run(Netlist netlist, List<Pass> passes) {
    NetlistValidator.validate(netlist);
    return LargeStack.call(
        netlist.top(),
        () -> {
          Netlist current = SIMPLIFICATION.apply(netlist);
          for (int round = 0; round < MAX_ROUNDS; round++) {
            Netlist before = current;
            for (Pass pass : passes) {
              current = pass.apply(current);
            }
            if (current == before) {
              break;
            }
          }
          return CanonicalNetlist.of(current);
        });
  }
}
