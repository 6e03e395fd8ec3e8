package dev.backplane.rtl.netlist;

/**
 * A port of the top module.
 *
 * @param name as in the source
 * @param direction into or out of the design
 * @param width bits
 */
public record Port(String name, Direction direction, int width) {
  /** The direction of a port. */
  public enum Direction {
    /** Into the design. */
    INPUT,
    /** Out of the design. */
    OUTPUT
  }
}
