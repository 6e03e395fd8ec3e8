package dev.backplane.rtl.netlist;

import java.util.List;

/**
 * A report of a design at a clock edge: the text of {@code $display}, or of an assertion that does
 * not hold. Its operands are those before the edge.
 *
 * @param severity its severity
 * @param place file and line in the source
 * @param clock the index of its clock in the netlist
 * @param condition one bit: whether the effect occurs
 * @param format its text; {@code %d}, {@code %0d}, {@code %h}, {@code %b}, {@code %o}, {@code %c}
 *     and {@code %s} each take an argument, {@code %t} is the number of the edge, {@code %%} a
 *     percent sign
 * @param arguments the arguments in order
 */
public record Effect(
    Severity severity,
    String place,
    int clock,
    Operand condition,
    String format,
    List<Argument> arguments) {
  /** Copies the list. */
  public Effect {
    arguments = List.copyOf(arguments);
  }

  /** The severity of an effect. */
  public enum Severity {
    /** Nothing is said: how often the condition holds is counted, for coverage. */
    COVER,
    /** A message: {@code $display}, {@code $info}. */
    INFO,
    /** A warning: {@code $warning}. */
    WARNING,
    /** An assertion that does not hold, or {@code $error}: the run fails. */
    ERROR,
    /** {@code $fatal}, {@code $stop}, {@code $finish}: the run fails. */
    FATAL
  }

  /**
   * An argument.
   *
   * @param value its value
   * @param signed whether {@code %d} writes it with a sign
   */
  public record Argument(Operand value, boolean signed) {}
}
