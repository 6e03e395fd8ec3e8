package dev.backplane.bench;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.corpus.Corpus;
import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistWriter;
import dev.backplane.rtl.simulators.VerilatorEngine;
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
 * Measures how fast RTL runs: each design of the corpus on the jvm engine, and beside it the same
 * sources translated by Verilator, twice: as the verilator engine runs them, compiled with -O1
 * behind the same AXI models in Java, and at their best, compiled with -O3 for this processor
 * together with a harness and the same AXI models in C++. Processes take turns; a figure is the
 * median of the turns, per CPU second of the simulating thread. Before anything is timed, all must
 * show the same pins, the same cycle counts and the same memory.
 */
final class EngineArea implements Area {
  private static final String PEER = "verilator";
  private static final String BEST = "C++ -O3";
  private static final int MOST_WARM_UP_SLICES = 24;

  /** Designs that a quick measurement is content with; a tiny one takes the first. */
  private static final List<String> QUICK =
      List.of("vadd32", "vadd512", "histogram", "sha256", "fir", "lfsr_crc", "wide", "mesh");

  private final Effort effort;
  private final List<String> only;

  EngineArea(Effort effort, List<String> only) {
    this.effort = effort;
    this.only = only;
  }

  /** The results for one design: millions of cycles per second, seconds, megabytes. */
  private record Measured(
      String design,
      double ours,
      double theirs,
      double best,
      double ourBuild,
      double theirBuild,
      double ourMegabytes,
      double theirMegabytes) {
    double ratio() {
      return ours / theirs;
    }

    double bestRatio() {
      return ours / best;
    }
  }

  @Override
  public List<Row> measure() throws IOException {
    if (!VerilatorEngine.isAvailable()) {
      throw new IOException(
          "Verilator or g++ is not installed: nothing to compare with. tools/setup installs both");
    }
    List<String> enough = QUICK.subList(0, effort.of(1, QUICK.size(), QUICK.size()));
    List<Row> rows = new ArrayList<>();
    List<Measured> all = new ArrayList<>();
    for (CorpusDesign design : Corpus.find().designs()) {
      boolean isWanted =
          only.isEmpty()
              ? effort == Effort.WHOLE || enough.contains(design.name())
              : only.contains(design.name());
      if (!isWanted) {
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
          "%-16s %8.3f Mcycles/s; %s %8.3f, ratio %.2f; %s %8.3f, ratio %.2f%n",
          one.design(),
          one.ours(),
          PEER,
          one.theirs(),
          one.ratio(),
          BEST,
          one.best(),
          one.bestRatio());
      all.add(one);
      rows.add(Row.speed(one.design(), "Mcycles/s", one.ours(), PEER, one.theirs()));
      rows.add(Row.speed(one.design(), "Mcycles/s", one.ours(), BEST, one.best()));
    }
    addSummary(rows, all, PEER, Measured::theirs);
    addSummary(rows, all, BEST, Measured::best);
    all.stream().filter(one -> one.design().equals("mesh")).forEach(one -> addSize(rows, one));
    rows.addAll(new EnginePeers(effort).measure());
    return rows;
  }

  private static void addSummary(
      List<Row> rows, List<Measured> all, String peer, ToDoubleFunction<Measured> theirs) {
    double ours = mean(all, Measured::ours);
    rows.add(Row.speed("corpus geometric mean", "Mcycles/s", ours, peer, mean(all, theirs)));
    Measured lowest =
        all.stream()
            .min(Comparator.comparingDouble(one -> one.ours() / theirs.applyAsDouble(one)))
            .orElseThrow();
    rows.add(
        Row.speed(
            "lowest ratio: " + lowest.design(),
            "Mcycles/s",
            lowest.ours(),
            peer,
            theirs.applyAsDouble(lowest)));
  }

  private static void addSize(List<Row> rows, Measured one) {
    rows.add(Row.cost("mesh, netlist to engine", "s", one.ourBuild(), PEER, one.theirBuild()));
    rows.add(Row.cost("mesh, resident set", "MB", one.ourMegabytes(), PEER, one.theirMegabytes()));
  }

  private Measured measure(CorpusDesign design) throws IOException {
    Path work = Files.createTempDirectory("backplane-bench");
    try {
      Netlist netlist =
          FrontEnd.find(Duration.ofMinutes(5)).elaborate(design.sources(), design.top()).netlist();
      Path file = Files.writeString(work.resolve("netlist"), NetlistWriter.write(netlist));
      CppPeer cpp = new CppPeer(design, netlist);
      try (WorkerProcess ours = new WorkerProcess(design.name(), "jvm", file);
          WorkerProcess theirs = new WorkerProcess(design.name(), PEER, file)) {
        String said = ours.check();
        requireSame(design, said, PEER, theirs.check());
        try (WorkerProcess best = best(cpp, said, work)) {
          return measure(design, ours, theirs, best);
        }
      }
    } finally {
      delete(work);
    }
  }

  private static void requireSame(CorpusDesign design, String said, String peer, String expected)
      throws IOException {
    if (!said.equals(expected)) {
      throw new IOException(
          "%s: the engines differ: cycles and digest are %s on jvm, %s on %s"
              .formatted(design, said, expected, peer));
    }
  }

  private Measured measure(
      CorpusDesign design, WorkerProcess ours, WorkerProcess theirs, WorkerProcess best)
      throws IOException {
    if (effort != Effort.TINY) {
      warmUp(ours);
      warmUp(theirs);
    }
    int turns = effort.of(1, 3, 5);
    double[] our = new double[turns];
    double[] their = new double[turns];
    double[] bests = new double[turns];
    for (int i = 0; i < turns; i++) {
      our[i] = ours.rate(0.2);
      their[i] = theirs.rate(0.2);
      bests[i] = best.rate(0.2);
    }
    return new Measured(
        design.name(),
        median(our),
        median(their),
        median(bests),
        ours.buildSeconds(),
        theirs.buildSeconds(),
        ours.megabytes(),
        theirs.megabytes());
  }

  /**
   * Starts the faster one of two translations, of those that are right: one of Verilator's passes
   * is wrong for a few designs.
   */
  private static WorkerProcess best(CppPeer cpp, String said, Path work) throws IOException {
    WorkerProcess with = cpp.start(CppProgram.Pass.WITH_DFG, work);
    WorkerProcess without = cpp.start(CppProgram.Pass.WITHOUT_DFG, work);
    requireSame(cpp.design(), said, BEST, without.check());
    boolean faster = with.check().equals(said) && rate(with) > rate(without);
    (faster ? without : with).close();
    return faster ? with : without;
  }

  private static double rate(WorkerProcess worker) throws IOException {
    double[] rates = new double[3];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = worker.rate(0.1);
    }
    return median(rates);
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
