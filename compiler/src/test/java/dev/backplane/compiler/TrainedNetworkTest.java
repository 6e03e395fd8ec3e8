package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A network that learned something still knows it on the card. */
class TrainedNetworkTest {
  private static final Moons UNSEEN = Moons.of(1000, 2);

  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();
  private final TypedGraph graph = compiler.infer(compiler.quantize(Moons.of(500, 1).train()));
  private final long[][] inputs = quantized();
  private final long[][] expected = expected();

  private long[][] quantized() {
    var format = graph.type(graph.order().getFirst()).format();
    return Stream.of(UNSEEN.points)
        .map(point -> Arrays.stream(point).mapToLong(format::quantize).toArray())
        .toArray(long[][]::new);
  }

  private long[][] expected() {
    Interpreter interpreter = Interpreter.of(graph);
    return Stream.of(inputs).map(interpreter::run).toArray(long[][]::new);
  }

  @Test
  void inIntegersItIsRightOfPointsThatItHasNotSeen() {
    int right = 0;
    for (int i = 0; i < expected.length; i++) {
      right += (expected[i][1] > expected[i][0] ? 1 : 0) == UNSEEN.labels[i] ? 1 : 0;
    }

    assertThat(right).as("right of 1000").isGreaterThan(950);
  }

  @Test
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void theCardPredictsWhatTheInterpreterPredicts() {
    assertThat(CardRun.outputs(compiler.verilog(), graph, folder, inputs)).isDeepEqualTo(expected);
  }
}
