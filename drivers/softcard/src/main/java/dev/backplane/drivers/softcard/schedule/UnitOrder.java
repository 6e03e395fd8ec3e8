package dev.backplane.drivers.softcard.schedule;

/** What the thread of a compute unit is to do next. */
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

  /** What one of several units that share a thread is to do. */
  record OfUnit(ThreadUnit unit, UnitOrder order) {}
}
