package dev.backplane.api;

/** A flag of a queue. Without flags its commands execute one after the other, in order. */
public enum QueueFlag {
  /** Commands execute as soon as the runs that they were told to wait for have ended. */
  OUT_OF_ORDER,
  /** Runs know when they were queued, submitted, started and ended. */
  PROFILING,
  /** Commands give way to those of other queues. A hint. */
  PRIORITY_LOW,
  /** Commands go before those of other queues. A hint. */
  PRIORITY_HIGH,
  /** The program promises not to look at runs, which may then cost nothing. A hint. */
  DISCARD_EVENTS
}
