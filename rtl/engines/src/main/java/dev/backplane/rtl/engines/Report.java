package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Effect;

/**
 * A report of a design at a clock edge.
 *
 * @param severity its severity
 * @param place file and line in the source
 * @param clock the clock
 * @param edge the number of its edge since power-up, from 0
 * @param text the text
 */
public record Report(Effect.Severity severity, String place, String clock, long edge, String text) {
  /** {@return a message as the design worded it, anything else with where it comes from} */
  public String plain() {
    return severity == Effect.Severity.INFO ? text : "warning: " + this;
  }

  /** {@return all of it as one line} */
  @Override
  public String toString() {
    return "%s @cycle %d of %s: %s".formatted(place, edge, clock, text);
  }
}
