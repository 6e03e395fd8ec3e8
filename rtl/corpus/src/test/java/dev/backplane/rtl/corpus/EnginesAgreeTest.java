package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.rtl.simulators.VerilatorOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the corpus on the jvm engine, from our netlist, with models that Verilator compiles from
 * the sources: pins in every cycle, numbers of cycles, and results.
 */
class EnginesAgreeTest {
  /** Enough for the processor to store what it computed. */
  static final int TICKS = 3_000;

  static final long SEED = 1;
  static final int SEEDS = 20;
  private static final int SCALE = 96;

  @TempDir Path folder;

  @BeforeAll
  static void verilatorIsThere() {
    Assumptions.assumeTrue(
        VerilatorEngine.isAvailable(),
        "Verilator or g++ is not installed: nothing to compare with");
  }

  /** One design on both sides. */
  private record Pair(CorpusDesign design, Engine engine, PinDriver ours, PinDriver theirs) {
    /** The difference in a tick, or an empty string. */
    String difference(int tick) {
      List<Pin> left = ours.outputs();
      List<Pin> right = theirs.outputs();
      for (int i = 0; i < left.size(); i++) {
        for (int word = (left.get(i).port().width() - 1) / 64; word >= 0; word--) {
          long mine = left.get(i).word(word);
          long other = right.get(i).word(word);
          if (mine != other) {
            return "%s, tick %d: word %d of %s is %x on jvm, %x on verilator"
                .formatted(design, tick, word, left.get(i).port(), mine, other);
          }
        }
      }
      return "";
    }
  }

  /** The C++ compiler needs long for large ones; the nightly run and the benchmark compare them. */
  @Test
  void pinsAreTheSameInEveryCycle() throws IOException {
    compareTogether(
        Corpus.find().designs(CorpusDesign.Kind.PINS).stream()
            .filter(design -> !design.large())
            .toList(),
        TICKS,
        SEED);
  }

  @Tag("nightly")
  @Test
  void pinsAreTheSameInEveryCycleForLonger() throws IOException {
    for (int seed = 2; seed < 22; seed++) {
      compareTogether(Corpus.find().designs(CorpusDesign.Kind.PINS), 20_000, seed);
    }
  }

  private void compareTogether(List<CorpusDesign> designs, int ticks, long seed)
      throws IOException {
    SequencedMap<CorpusDesign, CompiledDesign> compiled = new LinkedHashMap<>();
    designs.forEach(design -> compiled.put(design, ElaboratedDesigns.of(design)));
    List<Pair> pairs = new ArrayList<>();
    SequencedMap<CorpusDesign, String> differences = new LinkedHashMap<>();
    try (Engine together = CombinedDesign.compile(compiled, folder).newEngine()) {
      compiled.forEach(
          (design, one) -> {
            Engine engine = one.newEngine();
            PinStimulus stimulus = PinStimulus.of(design, one.ports(), ticks, seed);
            pairs.add(
                new Pair(
                    design,
                    engine,
                    new PinDriver(engine, stimulus),
                    new PinDriver(together, stimulus, CombinedDesign.prefix(design))));
          });
      for (int tick = 0; tick < ticks; tick++) {
        for (Pair pair : pairs) {
          pair.theirs().drive();
          pair.ours().settle();
        }
        together.settle();
        long edges = 0;
        for (Pair pair : pairs) {
          String difference = pair.difference(tick);
          if (!difference.isEmpty()) {
            differences.putIfAbsent(pair.design(), difference);
          }
          pair.ours().edge();
          edges |= pair.theirs().nextEdges();
        }
        together.edges(edges);
      }
    } finally {
      pairs.forEach(pair -> pair.engine().close());
    }
    assertThat(differences.values()).isEmpty();
  }

  static Stream<CorpusDesign> kernels() {
    return Corpus.find().designs(CorpusDesign.Kind.KERNEL).stream();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void kernelsShowTheSamePinsInEveryCycleUnderAnyBackPressure(CorpusDesign design) {
    compareKernel(design, SEEDS, SCALE);
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("kernels")
  void kernelsShowTheSamePinsInEveryCycleForLonger(CorpusDesign design) {
    compareKernel(design, 300, 700);
  }

  private static void compareKernel(CorpusDesign design, int seeds, int scale) {
    CompiledDesign ours = ElaboratedDesigns.of(design);
    CompiledDesign theirs =
        VerilatorEngine.compile(
            design.sources(), design.top(), ours.clocks(), VerilatorOptions.standard());
    for (int seed = 0; seed < seeds; seed++) {
      List<Object> statistics = new ArrayList<>();
      List<Object> expected = new ArrayList<>();
      OutputRecorder pins = run(design, ours, scale, seed, statistics::add);
      OutputRecorder others = run(design, theirs, scale, seed, expected::add);
      assertThat(pins.difference(others)).as("%s, seed %d", design, seed).isEmpty();
      assertThat(statistics).as("%s, seed %d", design, seed).isEqualTo(expected);
    }
  }

  /** The outputs of a kernel in every cycle of two runs. */
  static OutputRecorder run(CorpusDesign design, CompiledDesign compiled, int seed) {
    return run(design, compiled, SCALE, seed, _ -> {});
  }

  /** Runs twice without a reset in between; throws if the memory is wrong. */
  private static OutputRecorder run(
      CorpusDesign design,
      CompiledDesign compiled,
      int scale,
      int seed,
      Consumer<List<Object>> statistics) {
    HarnessOptions options =
        HarnessOptions.DEFAULT
            .withLatency(1 + seed * 7 % 40)
            .withRandomStalls(seed * 13 % 70, seed % 2 == 1, seed);
    OutputRecorder recorder = new OutputRecorder(compiled.newEngine());
    try (KernelRun run =
        new KernelRun(design, () -> recorder, compiled.ports(), options, 1 << 18)) {
      for (int i = 0; i < 2; i++) {
        RunOutcome outcome = run.run(scale, 100L * seed + i);
        statistics.accept(List.of(outcome.cycles(), outcome.simulatedCycles(), outcome.ports()));
      }
    }
    return recorder;
  }
}
