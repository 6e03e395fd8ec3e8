package dev.backplane.drivers.softcard.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.RunReport;

/** How an execution on the thread of a compute unit has ended. */
sealed interface UnitOutcome {
  /** It ended well. */
  record Completed(RunReport report) implements UnitOutcome {}

  /** It did not. */
  record Failed(BackplaneException reason) implements UnitOutcome {}
}
