package dev.backplane.xrt.card.schedule;

/** The next order to the thread of a compute unit. */
sealed interface UnitOrder {
  /** Execute a run. */
  record Execute(ScheduledRun run) implements UnitOrder {}

  /** Orders without a run. */
  enum Signal implements UnitOrder {
    /** Serve register accesses. */
    REGISTERS,
    /** Go on with what a register access has started. */
    STARTED,
    /** Let time pass: somebody waits for what the unit does by itself. */
    CLOCK,
    /** End the thread. */
    STOP
  }

  /** An order to one of several units that share a thread. */
  record OfUnit(ThreadUnit unit, UnitOrder order) {}
}
