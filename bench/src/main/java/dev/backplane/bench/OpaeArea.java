package dev.backplane.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/**
 * OPAE in both directions: native plugins called from Java beside the same calls from C, the
 * library that C programs are linked with, and native loop-back on the software card beside its RTL
 * under Verilator in C++. What was asked for stands where there is no peer.
 */
final class OpaeArea implements Area {
  private static final long CALLS = 20_000_000;
  private static final double CALL_ABOVE_C = 10;
  private static final double SEARCH_MILLIS = 1;

  private final Effort effort;

  OpaeArea(Effort effort) {
    this.effort = effort;
  }

  @Override
  public List<Row> measure() throws IOException, RunnerException {
    Path folder = Files.createTempDirectory("backplane-bench");
    try {
      List<Row> rows = new ArrayList<>(plugins(folder));
      rows.addAll(new OpaeLibraryRows(folder, effort).measure());
      rows.addAll(new LoopbackRows(folder, effort).measure());
      return rows;
    } finally {
      EngineArea.delete(folder);
    }
  }

  private List<Row> plugins(Path folder) throws IOException, RunnerException {
    Path plugin = OpaePrograms.plugin(folder);
    List<Double> direct = new ArrayList<>();
    Jmh results;
    try (Conversation program =
        new Conversation(
            "the program in C", List.of(OpaePrograms.direct(folder).toString(), "" + plugin))) {
      program.line();
      // Before and after, so that both meet the same machine.
      read(program, direct);
      results = Jmh.of(OpaeBenchmark.class, 1, effort);
      read(program, direct);
    }
    double c = Turns.median(direct);
    double register = results.score("registerRead");
    double function = results.score("functionRead");
    return List.of(
        Row.cost("register of a native plugin, from Java", "ns", register, "C, by its table", c),
        Row.atMost("of that, above C", "ns", register - c, CALL_ABOVE_C),
        Row.atMost("allocated per read", "B", Turns.whole(results.allocated("registerRead")), 0),
        Row.cost("the plugin's function, from Java", "ns", function, "C, by its table", c),
        search("all", results.score("enumerate")),
        search("800 by a filter", results.score("filtered")));
  }

  private static Row search(String what, double nanos) {
    return Row.atMost(
        "enumerate %s of 1000 tokens of 10 plugins".formatted(what),
        "ms",
        nanos / 1e6,
        SEARCH_MILLIS);
  }

  private static void read(Conversation program, List<Double> times) throws IOException {
    for (int turn = 0; turn < 7; turn++) {
      times.add(Long.parseLong(program.ask("read " + CALLS)) / (double) CALLS);
    }
  }
}
