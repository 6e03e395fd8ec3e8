package dev.backplane.rtl.simulators;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.LockstepComparison;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.NetlistUnion;
import dev.backplane.rtl.engines.RandomNetlist;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random designs: the compiled engine against the reference, and against Verilator. More of them:
 * {@code -Dbackplane.random.designs=20000}; others: {@code -Dbackplane.random.seed=7}; and with the
 * profile nightly for {@code -Dbackplane.nightly.minutes=60}. A design that fails is written to
 * {@code target/random-designs}, and its seed makes it again.
 */
class RandomDesignsTest {
  private static final int DESIGNS = Integer.getInteger("backplane.random.designs", 300);
  private static final long SEED = Long.getLong("backplane.random.seed", 1);
  private static final int CYCLES = 30;

  /** C2 compiles a method after some 5 000 to 15 000 calls; every clock has 8 000 edges alone. */
  private static final int COMPILED_CYCLES = 40_000;

  /** Designs that share a model: each has up to two clocks, and an engine up to 64. */
  private static final int TOGETHER = 16;

  @TempDir Path cache;

  /** A design and how to reproduce it. */
  private record Sample(String what, long seed, Netlist netlist) {
    static Sample of(long seed, int cells, int widest) {
      return new Sample(
          "seed %d, widest %d, cells %d".formatted(seed, widest, cells),
          seed,
          RandomNetlist.of(seed, cells, widest));
    }

    /** The i-th of a series: small and large, narrow and wide. */
    static Sample ofSeries(long series, int i) {
      return of(series * 1_000_003 + i, 4 + i % 60, i % 3 == 0 ? 64 : 200);
    }
  }

  @Test
  void randomDesignsBehaveAsTheReference() {
    for (int i = 0; i < DESIGNS; i++) {
      compareWithReference(Sample.ofSeries(SEED, i));
    }
  }

  /** One engine runs until C2 has compiled settle and the edges; another one is compared. */
  @Test
  void designsOfThreeClocksWithFallingEdgesBehaveAsTheReferenceWhenC2HasCompiledThem() {
    List<Clock> clocks =
        List.of(
            Clock.rising("clk0"),
            Clock.rising("clk1"),
            Clock.falling("clk0"),
            Clock.rising("clk2"),
            Clock.falling("clk2"));
    for (int i = 0; i < 2; i++) {
      long seed = SEED * 5_000_011 + i;
      Netlist netlist = RandomNetlist.of(seed, 25, 64, clocks);
      CompiledDesign design = JvmEngine.compile(netlist);
      try (Engine first = design.newEngine();
          Engine reference = new ReferenceEngine(netlist);
          Engine engine = design.newEngine()) {
        Random random = new Random(seed);
        for (int cycle = 0; cycle < COMPILED_CYCLES; cycle++) {
          NamedPins.pin(first, "in" + cycle % 3).setWord(0, random.nextLong());
          first.settle();
          first.edges(1 + random.nextLong(31));
          first.edge(cycle % clocks.size());
        }
        LockstepComparison.compare("three clocks, seed " + seed, reference, engine, seed, 60);
      }
    }
  }

  @Test
  void randomDesignsBehaveTheSameOnVerilator() {
    assumeVerilator();
    compareWithVerilator(SEED, 0);
  }

  @Tag("nightly")
  @Test
  void randomDesignsForAConfiguredTime() {
    assumeVerilator();
    long series = Long.getLong("backplane.random.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
    long end =
        System.nanoTime()
            + Duration.ofMinutes(Long.getLong("backplane.nightly.minutes", 60)).toNanos();
    System.out.println("random designs with -Dbackplane.random.seed=" + series);
    int done = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 10 * TOGETHER; i++) {
        compareWithReference(Sample.ofSeries(series, done + i));
      }
      compareWithVerilator(series, done);
      done += 10 * TOGETHER;
    }
    System.out.println(done + " random designs compared with the reference");
  }

  private static void assumeVerilator() {
    Assumptions.assumeTrue(
        VerilatorEngine.isAvailable(),
        "Verilator or g++ is not installed: nothing to compare with");
  }

  private static void compareWithReference(Sample sample) {
    try (Engine reference = new ReferenceEngine(sample.netlist());
        Engine engine = JvmEngine.compile(sample.netlist()).newEngine()) {
      LockstepComparison.compare(sample.what(), reference, engine, sample.seed(), CYCLES);
    } catch (AssertionError | RuntimeException | LinkageError e) {
      throw failed(sample.what(), sample.seed(), sample.netlist(), e);
    }
  }

  /** Compares several designs as one; if they fail, compares them one by one. */
  private void compareWithVerilator(long series, int first) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < TOGETHER; i++) {
      samples.add(Sample.ofSeries(series, first + i));
    }
    Netlist union = NetlistUnion.of(samples.stream().map(Sample::netlist).toList());
    String what = "designs %d to %d of seed %d".formatted(first, first + TOGETHER - 1, series);
    try {
      compareWithVerilator(what, union, series);
    } catch (AssertionError | RuntimeException e) {
      for (Sample sample : samples) {
        try {
          compareWithVerilator(sample.what(), sample.netlist(), sample.seed());
        } catch (AssertionError | RuntimeException alone) {
          throw failed(sample.what(), sample.seed(), sample.netlist(), alone);
        }
      }
      throw failed(what, series, union, e);
    }
  }

  private void compareWithVerilator(String what, Netlist netlist, long seed) {
    VerilatorOptions options = VerilatorOptions.standard().withCache(cache, 64L << 20);
    try (Engine theirs = VerilatorEngine.compile(netlist, options).newEngine();
        Engine ours = JvmEngine.compile(netlist).newEngine()) {
      LockstepComparison.compare(what, theirs, ours, seed, 10 * CYCLES);
    }
  }

  private static AssertionError failed(String what, long seed, Netlist netlist, Throwable cause) {
    Path file = Path.of("target", "random-designs", seed + ".net");
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, NetlistWriter.write(netlist));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new AssertionError(what + ": " + cause.getMessage() + "; the design is " + file, cause);
  }
}
