package dev.backplane.bench;

import dev.backplane.compiler.Compiler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The time to load all component plugins: in processes of their own, and again in one. */
final class PluginLoadRows {
  private static final double MOST_MILLIS = 80;

  private final int turns;

  PluginLoadRows(Effort effort) {
    turns = effort.of(1, 5, 15);
  }

  List<Row> measure() throws IOException {
    List<Row> rows = new ArrayList<>();
    rows.add(
        Row.alone(
            "all plugins, first load of a process without an AOT cache",
            "ms",
            first(
                Programs.java(
                    List.of(),
                    System.getProperty("java.class.path"),
                    PluginLoadWorker.class,
                    List.of()))));
    try (TrainedProcesses processes = new TrainedProcesses()) {
      rows.add(
          Row.atMost(
              "all plugins, first load of a process",
              "ms",
              first(processes.command(PluginLoadWorker.class, List.of())),
              MOST_MILLIS));
    }
    Compiler.load();
    List<Double> again = new ArrayList<>();
    for (int turn = 0; turn < turns; turn++) {
      long start = System.nanoTime();
      Compiler.load();
      again.add((System.nanoTime() - start) / 1e6);
    }
    rows.add(
        Row.atMost("all plugins, into a further compiler", "ms", Turns.median(again), MOST_MILLIS));
    return rows;
  }

  private double first(List<String> command) throws IOException {
    List<Double> times = new ArrayList<>();
    for (int turn = 0; turn < turns; turn++) {
      times.add(Long.parseLong(Programs.output(command).strip()) / 1e6);
    }
    return Turns.median(times);
  }
}
