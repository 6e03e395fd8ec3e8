package dev.backplane.bench;

import java.util.Collection;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;

/**
 * The results of the benchmarks of a class.
 *
 * @param results as JMH gives them
 */
record Jmh(Collection<RunResult> results) {
  /** Runs them, each in a number of processes of its own; a tiny run stays in this one. */
  static Jmh of(Class<?> benchmarks, int forks, Effort effort) throws RunnerException {
    TimeValue time = TimeValue.milliseconds(effort.of(10, 1000, 1000));
    return new Jmh(
        new Runner(
                new OptionsBuilder()
                    .include(benchmarks.getName() + ".*")
                    .forks(effort == Effort.TINY ? 0 : forks)
                    .warmupIterations(effort.of(1, 3, 3))
                    .warmupTime(time)
                    .measurementIterations(effort.of(1, 5, 5))
                    .measurementTime(time)
                    .addProfiler(GCProfiler.class)
                    .build())
            .run());
  }

  private RunResult named(String name) {
    return results.stream()
        .filter(result -> result.getParams().getBenchmark().endsWith("." + name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no result of " + name));
  }

  /** The result for a value of a parameter. */
  private RunResult named(String name, String parameter, String value) {
    return results.stream()
        .filter(result -> result.getParams().getBenchmark().endsWith("." + name))
        .filter(result -> value.equals(result.getParams().getParam(parameter)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no result of " + name + " with " + value));
  }

  /** The median of all iterations with a value of a parameter. */
  double score(String name, String parameter, String value) {
    return named(name, parameter, value).getPrimaryResult().getStatistics().getPercentile(50);
  }

  /** Bytes per operation with a value of a parameter. */
  double allocated(String name, String parameter, String value) {
    return allocated(named(name, parameter, value));
  }

  private Statistics statistics(String name) {
    return named(name).getPrimaryResult().getStatistics();
  }

  /** The median of all iterations: a busy machine moves the mean. */
  double score(String name) {
    return statistics(name).getPercentile(50);
  }

  /** Between which quarters of the iterations half of them lie. */
  double spread(String name) {
    Statistics all = statistics(name);
    return all.getPercentile(75) - all.getPercentile(25);
  }

  /** Bytes per operation. */
  double allocated(String name) {
    return allocated(named(name));
  }

  private static double allocated(RunResult result) {
    return secondary(result).entrySet().stream()
        .filter(entry -> entry.getKey().endsWith("gc.alloc.rate.norm"))
        .mapToDouble(entry -> entry.getValue().getScore())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the collector's profiler gave nothing"));
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // JMH gives raw results.
  private static Map<String, ? extends Result<?>> secondary(RunResult result) {
    return (Map) result.getSecondaryResults();
  }
}
