package dev.backplane.api;

/** An optional ability of a device to handle runs. */
public enum RunAbility {
  /** {@link Run#cancel} ends a run that waits for a compute unit. */
  CANCEL_QUEUED,
  /** {@link Run#cancel} ends a run that executes. */
  CANCEL_RUNNING,
  /** {@link Call#limit} ends a run that takes too long. */
  LIMIT,
  /** {@link Call#range} takes more than one work item. */
  RANGE
}
