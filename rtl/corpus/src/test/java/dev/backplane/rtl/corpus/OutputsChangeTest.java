package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An output that never changes compares nothing: those that are meant to stay are declared. */
class OutputsChangeTest {
  static Stream<CorpusDesign> designs() {
    return Corpus.find().designs().stream().filter(design -> !design.large());
  }

  static Stream<CorpusDesign> large() {
    return Corpus.find().designs().stream().filter(CorpusDesign::large);
  }

  @ParameterizedTest
  @MethodSource("designs")
  void everyOutputChangesButThoseThatAreDeclaredConstant(CorpusDesign design) {
    CompiledDesign compiled = ElaboratedDesigns.of(design);
    assertThat(
            design.kind() == CorpusDesign.Kind.PINS
                ? constantPins(design, compiled)
                : constantPinsOfKernel(design, compiled))
        .isEqualTo(design.constant());
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("large")
  void everyOutputOfALargeDesignChanges(CorpusDesign design) {
    everyOutputChangesButThoseThatAreDeclaredConstant(design);
  }

  private static Set<String> constantPins(CorpusDesign design, CompiledDesign compiled) {
    try (Engine engine = compiled.newEngine()) {
      OutputRecorder recorder = new OutputRecorder(engine);
      PinStimulus stimulus =
          PinStimulus.of(design, compiled.ports(), EnginesAgreeTest.TICKS, EnginesAgreeTest.SEED);
      new PinDriver(recorder, stimulus).play(EnginesAgreeTest.TICKS);
      return Set.copyOf(recorder.constantOutputs());
    }
  }

  private static Set<String> constantPinsOfKernel(CorpusDesign design, CompiledDesign compiled) {
    Set<String> constant = new HashSet<>();
    for (int seed = 0; seed < EnginesAgreeTest.SEEDS; seed++) {
      Set<String> now = Set.copyOf(EnginesAgreeTest.run(design, compiled, seed).constantOutputs());
      if (seed == 0) {
        constant.addAll(now);
      }
      constant.retainAll(now);
    }
    return constant;
  }
}
