package dev.backplane.runtime.metrics;

import java.util.List;

/**
 * Takes what the plugin manager counts. It is asked for meters when a device is opened and when a
 * kernel is first used, never during a run; a run only adds to meters.
 *
 * <p>What it or one of its meters throws reaches no run: it is logged once, and that meter is added
 * to no more.
 *
 * <p>It is called by several threads at a time.
 */
@FunctionalInterface
public interface Metrics {
  /** Takes the amounts of one series, from any thread. */
  @FunctionalInterface
  interface Meter {
    /** A meter that takes nothing. */
    Meter NONE = _ -> {};

    /**
     * Adds to the series.
     *
     * @param amount how many; of {@link Metric.Kind#TIME} the nanoseconds of one more thing that
     *     was timed
     */
    void add(long amount);
  }

  /**
   * Gives the meter of a series. Asked again for the same series, which another open device may
   * share, it gives one that adds to the same.
   *
   * @param metric what is counted
   * @param labels the values of {@link Metric#labels}, in their order
   * @return the meter; {@link Meter#NONE} for a series that is not wanted
   */
  Meter meter(Metric metric, List<String> labels);
}
