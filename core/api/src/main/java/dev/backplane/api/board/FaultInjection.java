package dev.backplane.api.board;

import dev.backplane.api.Facet;
import dev.backplane.api.Management;
import dev.backplane.api.contract.Operation;

/**
 * The ability of a simulated card to break down on demand, so that a program can be tried against
 * it. Thread-safe.
 */
public interface FaultInjection extends Facet {
  /**
   * Stops the device as its own faults do: health, error logs and events tell of it, and its work
   * is refused until {@link Management#reset}.
   *
   * @param reason what happened, for messages
   */
  @Operation("inject a fault into")
  void fault(String reason);
}
