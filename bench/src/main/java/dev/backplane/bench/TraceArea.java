package dev.backplane.bench;

import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures the cost of a trace that is off, the same calls with and without its layer, and of
 * metrics that are on beside those that are off.
 */
final class TraceArea implements Area {
  private final Effort effort;

  TraceArea(Effort effort) {
    this.effort = effort;
  }

  @Override
  public List<Row> measure() throws RunnerException {
    Jmh results = Jmh.of(TraceBenchmark.class, 5, effort);
    Jmh counted = Jmh.of(MetricsBenchmark.class, 3, effort);
    double off = counted.score("startAndWait", "metrics", "off");
    double on = counted.score("startAndWait", "metrics", "on");
    double syncOff = counted.score("sync", "metrics", "off");
    double syncOn = counted.score("sync", "metrics", "on");
    return List.of(
        Row.cost("start of a call and wait, metrics on", "ns", on, "metrics off", off),
        Row.alone("added by metrics", "ns", on - off),
        Row.alone(
            "allocated per run, metrics on",
            "B",
            counted.allocated("startAndWait", "metrics", "on")
                - counted.allocated("startAndWait", "metrics", "off")),
        Row.cost("sync of 64 bytes, metrics on", "ns", syncOn, "metrics off", syncOff),
        Row.cost(
            "call of a table, trace off",
            "ns",
            results.score("traceOff"),
            "no trace layer",
            results.score("withoutTrace")),
        Row.alone("noise of that, both ways", "ns", results.spread("withoutTrace")),
        Row.alone("allocated per call, trace off", "B", results.allocated("traceOff")));
  }
}
