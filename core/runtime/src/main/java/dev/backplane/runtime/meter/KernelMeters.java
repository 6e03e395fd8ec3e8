package dev.backplane.runtime.meter;

import dev.backplane.api.RunState;
import dev.backplane.runtime.metrics.Metrics.Meter;

/**
 * The meters of the executions of one kernel on one device.
 *
 * @param started executions that were accepted
 * @param completed executions that ended well
 * @param failed executions that ended by a failure
 * @param cancelled executions that ended because they were cancelled
 * @param enqueued executions without a run
 * @param time the time of executions
 * @param waits the time of waits for them
 */
public record KernelMeters(
    Meter started,
    Meter completed,
    Meter failed,
    Meter cancelled,
    Meter enqueued,
    Meter time,
    Meter waits) {
  /**
   * Counts an execution that has ended.
   *
   * @param how how it ended
   * @param nanos how long it took
   */
  public void ended(RunState how, long nanos) {
    switch (how) {
      case COMPLETED -> completed.add(1);
      case CANCELLED -> cancelled.add(1);
      case FAILED, NEW, QUEUED, RUNNING -> failed.add(1);
    }
    time.add(nanos);
  }
}
