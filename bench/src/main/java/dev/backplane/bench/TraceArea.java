package dev.backplane.bench;

import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Measures the cost of a trace that is off: the same calls with and without its layer. */
final class TraceArea implements Area {
  private final Effort effort;

  TraceArea(Effort effort) {
    this.effort = effort;
  }

  @Override
  public List<Row> measure() throws RunnerException {
    Jmh results = Jmh.of(TraceBenchmark.class, 5, effort);
    return List.of(
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
