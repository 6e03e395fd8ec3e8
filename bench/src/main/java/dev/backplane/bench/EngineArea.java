package dev.backplane.bench;

import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.corpus.Corpus;
import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.engine.VerilatorEngine;
import dev.backplane.rtl.frontend.FrontEnd;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * How fast RTL runs: each design of the corpus on the jvm engine and beside it the same sources
 * translated by Verilator, under the same stimulus or the same AXI models in Java. Two processes
 * take turns; a figure is the median of the turns, per CPU second of the simulating thread. Before
 * anything is timed, both must show the same pins and the same cycle counts.
 */
final class EngineArea implements Area {
  private static final String PEER = "verilator";
  private static final int MOST_WARM_UP_SLICES = 24;

  /** Designs that a quick measurement is content with. */
  private static final List<String> QUICK =
      List.of("vadd32", "vadd512", "histogram", "sha256", "fir", "lfsr_crc", "wide", "mesh");

  private final boolean quick;
  private final List<String> only;

  EngineArea(boolean quick, List<String> only) {
    this.quick = quick;
    this.only = only;
  }

  /** What came out for one design. */
  private record Measured(
      String design,
      double ours,
      double theirs,
      double ourBuild,
      double theirBuild,
      double ourMegabytes,
      double theirMegabytes) {
    double ratio() {
      return ours / theirs;
    }
  }

  @Override
  public List<Row> measure() throws IOException {
    if (!VerilatorEngine.isAvailable()) {
      throw new IOException(
          "Verilator or g++ is not installed: nothing to compare with. tools/setup installs both");
    }
    List<Row> rows = new ArrayList<>();
    List<Measured> all = new ArrayList<>();
    for (CorpusDesign design : Corpus.find().designs()) {
      if (!only.isEmpty()
          ? !only.contains(design.name())
          : quick && !QUICK.contains(design.name())) {
        continue;
      }
      Measured one;
      try {
        one = measure(design);
      } catch (RtlException e) {
        System.err.printf("%-16s is left out: %s%n", design.name(), e.getMessage());
        continue;
      }
      System.err.printf(
          Locale.ROOT,
          "%-16s %8.3f %8.3f Mcycles/s, ratio %.2f%n",
          one.design(),
          one.ours(),
          one.theirs(),
          one.ratio());
      all.add(one);
      rows.add(Row.speed(one.design(), "Mcycles/s", one.ours(), PEER, one.theirs()));
    }
    rows.add(
        Row.speed(
            "corpus geometric mean",
            "Mcycles/s",
            mean(all, Measured::ours),
            PEER,
            mean(all, Measured::theirs)));
    Measured lowest = all.stream().min(Comparator.comparingDouble(Measured::ratio)).orElseThrow();
    rows.add(
        Row.speed(
            "lowest ratio: " + lowest.design(), "Mcycles/s", lowest.ours(), PEER, lowest.theirs()));
    all.stream().filter(one -> one.design().equals("mesh")).forEach(one -> addSize(rows, one));
    rows.addAll(EnginePeers.measure());
    return rows;
  }

  private static void addSize(List<Row> rows, Measured one) {
    rows.add(Row.cost("mesh, netlist to engine", "s", one.ourBuild(), PEER, one.theirBuild()));
    rows.add(Row.cost("mesh, resident set", "MB", one.ourMegabytes(), PEER, one.theirMegabytes()));
  }

  private Measured measure(CorpusDesign design) throws IOException {
    Path netlist = Files.createTempFile("backplane-bench", ".net");
    try {
      Files.writeString(
          netlist,
          NetlistWriter.write(
              FrontEnd.find(Duration.ofMinutes(5))
                  .elaborate(design.sources(), design.top())
                  .netlist()));
      try (WorkerProcess ours = new WorkerProcess(design.name(), "jvm", netlist);
          WorkerProcess theirs = new WorkerProcess(design.name(), PEER, netlist)) {
        String said = ours.check();
        String expected = theirs.check();
        if (!said.equals(expected)) {
          throw new IOException(
              "%s: the engines differ: cycles and digest are %s on jvm, %s on verilator"
                  .formatted(design, said, expected));
        }
        warmUp(ours);
        warmUp(theirs);
        int turns = quick ? 3 : 5;
        double[] our = new double[turns];
        double[] their = new double[turns];
        for (int i = 0; i < turns; i++) {
          our[i] = ours.rate(0.2);
          their[i] = theirs.rate(0.2);
        }
        return new Measured(
            design.name(),
            median(our),
            median(their),
            ours.buildSeconds(),
            theirs.buildSeconds(),
            ours.megabytes(),
            theirs.megabytes());
      }
    } finally {
      Files.delete(netlist);
    }
  }

  /** Until two slices in a row are no better than the best so far. */
  private static void warmUp(WorkerProcess worker) throws IOException {
    double best = 0;
    int stale = 0;
    for (int i = 0; i < MOST_WARM_UP_SLICES && stale < 3; i++) {
      double rate = worker.rate(0.15);
      stale = rate > best * 1.03 ? 0 : stale + 1;
      best = Math.max(best, rate);
    }
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static double mean(List<Measured> all, ToDoubleFunction<Measured> figure) {
    return Math.exp(all.stream().mapToDouble(figure).map(Math::log).average().orElseThrow());
  }

  /** Deletes a folder with all that is in it. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
