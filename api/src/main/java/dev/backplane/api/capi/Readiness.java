package dev.backplane.api.capi;

/** What a read of events would do at once. */
public enum Readiness {
  /** It would wait. */
  NOTHING,
  /** It would give an event. */
  EVENT,
  /** It would fail: there is no event, and none can come any more. */
  ENDED
}
