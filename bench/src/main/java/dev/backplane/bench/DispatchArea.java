package dev.backplane.bench;

import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Measures the cost of calls through the plugin manager. */
final class DispatchArea implements Area {
  private final Effort effort;

  DispatchArea(Effort effort) {
    this.effort = effort;
  }

  @Override
  public List<Row> measure() throws RunnerException {
    Jmh results = Jmh.of(DispatchBenchmark.class, 2, effort);
    double direct = results.score("directRead");
    double wrapped = results.score("wrappedRead");
    return List.of(
        Row.cost("register read through the manager", "ns", wrapped, "direct call", direct),
        Row.alone("added by the manager", "ns", wrapped - direct),
        Row.alone("allocated per read", "B", results.allocated("wrappedRead")),
        Row.alone("enumerate 100 devices of 10 plugins", "us", results.score("enumerate") / 1e3));
  }
}
