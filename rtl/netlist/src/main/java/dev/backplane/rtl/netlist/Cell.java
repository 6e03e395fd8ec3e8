package dev.backplane.rtl.netlist;

import java.util.List;

/**
 * A combinational cell.
 *
 * @param operation what it computes
 * @param signed whether its inputs are signed numbers
 * @param inputs its inputs, as many as the operation has
 * @param output the signal that it drives
 */
public record Cell(Operation operation, boolean signed, List<Operand> inputs, Signal output) {
  /** Checks the number of inputs. */
  public Cell {
    inputs = List.copyOf(inputs);
    if (inputs.size() != operation.inputs()) {
      throw new IllegalArgumentException(
          operation + " takes " + operation.inputs() + " inputs, not " + inputs.size());
    }
  }
}
