package dev.backplane.rtl.harness;

import java.util.List;

/**
 * The outcome of a completed run.
 *
 * @param cycles clock cycles from start to done: exact with an interrupt, without one up to a
 *     sixteenth too many
 * @param simulatedCycles clock cycles simulated for it, register accesses included
 * @param nanos time that the simulation took
 * @param ports the traffic of each interface on which the kernel accesses memory
 */
public record RunOutcome(
    long cycles, long simulatedCycles, long nanos, List<PortStatistics> ports) {
  /** Copies the list. */
  public RunOutcome {
    ports = List.copyOf(ports);
  }
}
