package dev.backplane.api;

/** The state of a run. */
public enum RunState {
  /** Prepared, never started. */
  NEW,
  /** Accepted, waiting for a compute unit. */
  QUEUED,
  /** On a compute unit. */
  RUNNING,
  /** Ended well; its results can be synced back. */
  COMPLETED,
  /** Ended by a failure; its buffers hold partial results. */
  FAILED,
  /** Ended because it was cancelled. */
  CANCELLED;

  /** {@return whether nothing will happen any more} */
  public boolean isFinal() {
    return switch (this) {
      case NEW, QUEUED, RUNNING -> false;
      case COMPLETED, FAILED, CANCELLED -> true;
    };
  }
}
