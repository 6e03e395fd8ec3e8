package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What generated hardware computes, and what the interpreter does. */
@EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
class BitEqualityTest {
  private static final int VECTORS = 10_000;

  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  @Test
  void reluIsTheSame() {
    check(Networks.chain(Networks.input(5, 2, 3), List.of(Attributes.NONE), List.of("relu")), 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void linearLayersOfRandomFormatsAreTheSame(long seed) {
    check(Networks.randomLinear(seed), seed);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7})
  void aPerceptronIsTheSameWithAnyNumberOfLanes(int lanes) {
    check(compiler.quantize(Networks.perceptron(7, lanes)), lanes);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7})
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void soItIsInVhdl(int lanes) {
    check(compiler.vhdl(), compiler.quantize(Networks.perceptron(9, lanes)), lanes);
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void soAreLinearLayersOfRandomFormatsInVhdl(long seed) {
    check(compiler.vhdl(), Networks.randomLinear(seed), seed);
  }

  private void check(Graph graph, long seed) {
    check(compiler.verilog(), graph, seed);
  }

  private void check(HdlPass pass, Graph graph, long seed) {
    TypedGraph typed = compiler.infer(graph);
    var type = typed.type(typed.order().getFirst());
    long[][] vectors = new long[VECTORS][];
    Random random = new Random(seed);
    for (int i = 0; i < VECTORS; i++) {
      // The ends of the range are where sums saturate.
      vectors[i] =
          random
              .longs(type.shape().size(), 2 * type.format().min(), 2 * type.format().max() + 2)
              .map(type.format()::saturate)
              .toArray();
    }
    long[][] results = RtlNetwork.of(pass, typed, folder.resolve("rtl")).run(vectors, seed);

    Interpreter interpreter = Interpreter.of(typed);
    for (int i = 0; i < VECTORS; i++) {
      assertThat(results[i]).as("vector %d", i).isEqualTo(interpreter.run(vectors[i]));
    }
  }
}
