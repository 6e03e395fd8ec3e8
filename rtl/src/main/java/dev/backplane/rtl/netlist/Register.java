package dev.backplane.rtl.netlist;

import java.math.BigInteger;

/**
 * A word of flip-flops: takes its input at every rising edge of its clock. Enables and resets are
 * logic in front of the input.
 *
 * @param output what it drives
 * @param input what it takes, as wide as the output
 * @param clock the clock input port that it follows, an index into {@link Netlist#clocks()}
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
