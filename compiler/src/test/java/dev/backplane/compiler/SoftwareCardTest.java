package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlPass;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A graph becomes an image, and the image computes on a card what the interpreter computes. */
@EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
class SoftwareCardTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 300})
  void aPerceptronPredictsOnTheCardWhatTheInterpreterPredicts(int samples) {
    check(samples, Compiler::verilog);
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void soItDoesInVhdl() {
    check(100, Compiler::vhdl);
  }

  private void check(int samples, Function<Compiler, HdlPass> pass) {
    Compiler compiler = Compiler.load();
    TypedGraph graph = compiler.infer(compiler.quantize(Networks.perceptron(3, 2)));
    Random random = new Random(5);
    long[][] inputs =
        Stream.generate(() -> random.longs(6, -128, 128).toArray())
            .limit(samples)
            .toArray(long[][]::new);
    Interpreter interpreter = Interpreter.of(graph);

    assertThat(CardRun.outputs(pass.apply(compiler), graph, folder, inputs))
        .isDeepEqualTo(Stream.of(inputs).map(interpreter::run).toArray(long[][]::new));
  }
}
