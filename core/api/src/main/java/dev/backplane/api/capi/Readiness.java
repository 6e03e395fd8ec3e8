package dev.backplane.api.capi;

/** The result that a read of events would have without waiting. */
public enum Readiness {
  /** It would wait. */
  NOTHING,
  /** It would give an event. */
  EVENT,
  /** It would fail: there is no event, and none can come any more. */
  ENDED
}
