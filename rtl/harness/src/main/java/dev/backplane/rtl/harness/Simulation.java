package dev.backplane.rtl.harness;

import java.util.List;

/** The simulation of a kernel, for the control of its runs. */
public interface Simulation {
  /** {@return the context of the main clock} */
  SimulationContext context();

  /**
   * Simulates until an access to a register has completed. An access without a response is a fault.
   *
   * @param registers the port of the access
   * @param verb reading or writing, for messages
   * @param offset the address of the register, for messages
   */
  void finishAccess(RegisterPort registers, String verb, long offset);

  /**
   * Simulates until a cycle or a fault.
   *
   * @param end the cycle of the main clock
   */
  void simulate(long end);

  /**
   * Simulates until outstanding accesses have completed; those that do not complete are violations.
   *
   * @param cycles the most cycles to simulate
   */
  void drain(int cycles);

  /** {@return whether the interrupt output is high} */
  boolean isInterruptHigh();

  /** {@return the cycle after the one in which the interrupt rose} */
  long interruptCycle();

  /** Clears the traffic statistics. */
  void clearStatistics();

  /** {@return the traffic of the interfaces through which the kernel accesses memory} */
  List<PortStatistics> statistics();

  /** Throws the fault of the kernel, if it has one. */
  void failOnFault();
}
