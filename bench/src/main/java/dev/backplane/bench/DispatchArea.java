package dev.backplane.bench;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** What the way through the plugin manager costs. */
final class DispatchArea implements Area {
  @Override
  public List<Row> measure() throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(DispatchBenchmark.class.getName() + ".*")
                    .forks(2)
                    .warmupIterations(3)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(5)
                    .measurementTime(TimeValue.seconds(1))
                    .addProfiler(GCProfiler.class)
                    .build())
            .run();
    double direct = score(results, "directRead");
    double wrapped = score(results, "wrappedRead");
    return List.of(
        Row.cost("register read through the manager", "ns", wrapped, "direct call", direct),
        Row.alone("added by the manager", "ns", wrapped - direct),
        Row.alone("allocated per read", "B", allocated(results, "wrappedRead")),
        Row.alone("enumerate 100 devices of 10 plugins", "us", score(results, "enumerate") / 1e3));
  }

  private static RunResult named(Collection<RunResult> results, String name) {
    return results.stream()
        .filter(result -> result.getParams().getBenchmark().endsWith("." + name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no result of " + name));
  }

  /** The median of all iterations: a busy machine moves the mean. */
  private static double score(Collection<RunResult> results, String name) {
    return named(results, name).getPrimaryResult().getStatistics().getPercentile(50);
  }

  private static double allocated(Collection<RunResult> results, String name) {
    Map<String, ? extends Result<?>> secondary = secondary(named(results, name));
    return secondary.entrySet().stream()
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
