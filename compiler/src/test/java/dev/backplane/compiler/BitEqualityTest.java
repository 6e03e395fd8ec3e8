package dev.backplane.compiler;

import static dev.backplane.compiler.BitEquality.NIGHTLY_VECTORS;
import static dev.backplane.compiler.BitEquality.VECTORS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What generated hardware computes is what the interpreter computes. */
class BitEqualityTest {
  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  static List<Example> examples() {
    return Example.all();
  }

  @Test
  void everyComponentThatBecomesHardwareIsInAnExample() {
    assertThat(
            examples().stream()
                .flatMap(example -> example.graph().nodes().stream())
                .map(Node::type)
                .collect(Collectors.toSet()))
        .containsAll(compiler.verilog().handlers().types());
  }

  @ParameterizedTest
  @MethodSource("examples")
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void everyExampleIsTheSame(Example example) {
    check(example.graph(), VECTORS, 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void linearLayersOfRandomFormatsAreTheSame(long seed) {
    check(Networks.randomLinear(seed), VECTORS, seed);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void aPerceptronIsTheSameWithAnyNumberOfLanes(int lanes) {
    check(compiler.quantize(Networks.perceptron(7, lanes)), VECTORS, lanes);
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void aNetworkThatGivesTheSameForAllHasNoClock() {
    Graph signsOfPlaces =
        Networks.chain(
            Networks.input(8, 5, 3),
            List.of(Attributes.NONE, Attributes.NONE),
            List.of("counter", "sign"));
    check(signsOfPlaces, 10, 1);
  }

  @ParameterizedTest
  @MethodSource("examples")
  @Tag("nightly")
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void everyExampleIsTheSameForAMillionVectors(Example example) {
    check(example.graph(), NIGHTLY_VECTORS, 2);
  }

  private void check(Graph graph, int vectors, long seed) {
    TypedGraph typed = compiler.infer(graph);
    BitEquality.check(compiler.verilog(), typed, folder.resolve("rtl"), vectors, seed);
  }
}
