package dev.backplane.bench;

import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** What a trace costs that nobody wants: the same calls with and without the layer for it. */
final class TraceArea implements Area {
  @Override
  public List<Row> measure() throws RunnerException {
    Jmh results = Jmh.of(TraceBenchmark.class, 5);
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
