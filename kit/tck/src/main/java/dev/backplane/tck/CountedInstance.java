package dev.backplane.tck;

/** An instance of which is counted what its devices do. */
public interface CountedInstance extends DriverInstance {
  /**
   * Adds up what was counted.
   *
   * @param metric the name of the metric, for example {@code RUNS_STARTED}
   * @param labels values of its labels that a series has to have
   * @return the sum of the series
   */
  long total(String metric, String... labels);

  /**
   * Adds up how often something was added.
   *
   * @param metric the name of the metric
   * @param labels values of its labels that a series has to have
   * @return the sum over the series
   */
  long count(String metric, String... labels);
}
