package dev.backplane.compiler;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.ir.Graph;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What generated hardware computes is what the interpreter computes. */
@EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
class BitEqualityTest {
  private static final int VECTORS = 10_000;

  /** Elements of input for each example: the larger a tensor is, the fewer there are. */
  private static final int ELEMENTS = 6_000;

  private static final int NIGHTLY_VECTORS = 1_000_000;

  /** A million tensors of 16 elements; of larger ones there are fewer. */
  private static final int NIGHTLY_ELEMENTS = 16 * NIGHTLY_VECTORS;

  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  static List<Example> examples() {
    return Example.all();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleIsTheSameInVerilog(Example example) {
    check(compiler.verilog(), example);
  }

  @ParameterizedTest
  @MethodSource("examples")
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void everyExampleIsTheSameInVhdl(Example example) {
    check(compiler.vhdl(), example);
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void linearLayersOfRandomFormatsAreTheSame(long seed) {
    check(Networks.randomLinear(seed), seed, VECTORS);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void aPerceptronIsTheSameWithAnyNumberOfLanes(int lanes) {
    check(compiler.quantize(Networks.perceptron(7, lanes)), lanes, VECTORS);
  }

  @ParameterizedTest
  @MethodSource("examples")
  @Tag("nightly")
  void everyExampleIsTheSameForAMillionVectorsInVerilog(Example example) {
    TypedGraph graph = compiler.infer(example.graph());
    int vectors = Math.min(NIGHTLY_VECTORS, BitEquality.vectors(graph, NIGHTLY_ELEMENTS));
    BitEquality.check(compiler.verilog(), graph, folder.resolve("rtl"), vectors, 2);
  }

  private void check(Graph graph, long seed, int vectors) {
    BitEquality.check(
        compiler.verilog(), compiler.infer(graph), folder.resolve("rtl"), vectors, seed);
  }

  private void check(HdlPass pass, Example example) {
    TypedGraph graph = compiler.infer(example.graph());
    BitEquality.check(pass, graph, folder.resolve("rtl"), BitEquality.vectors(graph, ELEMENTS), 1);
  }
}
