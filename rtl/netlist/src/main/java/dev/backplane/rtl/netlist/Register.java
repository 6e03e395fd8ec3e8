package dev.backplane.rtl.netlist;

import java.math.BigInteger;

/**
 * A register: a word of flip-flops that takes its input at every edge of its clock. Enables and
 * resets are logic in front of the input.
 *
 * @param output the signal that it drives
 * @param input its input, as wide as the output
 * @param clock its clock, an index into {@link Netlist#clocks()}
 * @param initial its value at power-up
 */
public record Register(Signal output, Operand input, int clock, BigInteger initial) {
  /** Checks the widths. */
  public Register {
    if (input.width() != output.width()) {
      throw new IllegalArgumentException(
          "register " + output + " takes " + input.width() + " bits");
    }
  }
}
