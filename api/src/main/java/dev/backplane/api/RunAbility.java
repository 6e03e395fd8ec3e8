package dev.backplane.api;

/** What a device can do with runs. */
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
