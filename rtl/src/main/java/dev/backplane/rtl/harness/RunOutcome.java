package dev.backplane.rtl.harness;

import java.util.List;

/**
 * A run that came to its end.
 *
 * @param cycles clock cycles from start to done, as the harness saw it: exact with an interrupt, up
 *     to a sixteenth late without one
 * @param simulatedCycles clock cycles simulated for it, register accesses included
 * @param nanos time that took
 * @param ports what went through each AXI4 master
 */
public record RunOutcome(
    long cycles, long simulatedCycles, long nanos, List<PortStatistics> ports) {
  /** Copies the list. */
  public RunOutcome {
    ports = List.copyOf(ports);
  }
}
