package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.RunReport;

/** The outcome of an execution on the thread of a compute unit. */
sealed interface UnitOutcome {
  /** It ended well. */
  record Completed(RunReport report) implements UnitOutcome {}

  /** It did not. */
  record Failed(BackplaneException reason) implements UnitOutcome {}
}
