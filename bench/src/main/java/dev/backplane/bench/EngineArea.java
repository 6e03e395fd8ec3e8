package dev.backplane.bench;

import dev.backplane.bench.verilator.VerilatorEngine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** How fast RTL runs, beside the same sources translated by Verilator and the same AXI models. */
final class EngineArea implements Area {
  private static final String PEER = "verilator";

  @Override
  public List<Row> measure() throws RunnerException {
    boolean peer = VerilatorEngine.available();
    if (!peer) {
      System.err.println("Verilator or g++ is not installed: no peer. tools/setup installs both.");
    }
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(EngineBenchmark.class.getName() + ".*")
                    .param("engine", peer ? new String[] {"jvm", PEER} : new String[] {"jvm"})
                    .forks(3)
                    .warmupIterations(3)
                    .warmupTime(TimeValue.seconds(2))
                    .measurementIterations(5)
                    .measurementTime(TimeValue.seconds(2))
                    .jvmArgsAppend("--enable-native-access=ALL-UNNAMED")
                    .build())
            .run();
    List<Row> rows = new ArrayList<>();
    for (String kernel : List.of("vadd", "sha256")) {
      rows.add(row(results, kernel, "cycles", "Mcycles/s", peer));
      rows.add(row(results, kernel, "bytes", "MB/s", peer));
    }
    return rows;
  }

  private static Row row(
      Collection<RunResult> results, String kernel, String counter, String unit, boolean peer) {
    double ours = rate(results, kernel, "jvm", counter);
    String what = kernel + (counter.equals("cycles") ? ", clock" : ", input");
    return peer
        ? Row.speed(what, unit, ours, PEER, rate(results, kernel, PEER, counter))
        : Row.alone(what, unit, ours);
  }

  /** Millions a second, the median of all iterations. */
  private static double rate(
      Collection<RunResult> results, String kernel, String engine, String counter) {
    RunResult result =
        results.stream()
            .filter(one -> kernel.equals(one.getParams().getParam("kernel")))
            .filter(one -> engine.equals(one.getParams().getParam("engine")))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no result of " + kernel));
    Result<?> moved = result.getSecondaryResults().get(counter);
    if (moved == null) {
      throw new IllegalStateException("no counter " + counter + " of " + kernel);
    }
    return moved.getStatistics().getPercentile(50) / 1e6;
  }
}
