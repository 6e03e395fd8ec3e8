package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.RealInterpreter;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.RealTensor;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What layers compute in reals is what they compute in integers, but for one rounding. */
class RealEvaluationTest {
  /** These round parameters, tables or branches too, or are computed in integers only. */
  private static final Set<String> OTHERS =
      Set.of(
          "leaky_relu",
          "table",
          "requantize",
          "hard_tanh",
          "thresholds",
          "lstm",
          "concat",
          "multiply",
          "matmul",
          "softmax",
          "layer_norm");

  private final Compiler compiler = Compiler.load();

  @Test
  void aResultIsWithinHalfAStepOfTheRealNumber() {
    int checked = 0;
    for (long seed = 0; seed < 150; seed++) {
      Chain chain = RandomNetwork.of(compiler, seed, 1);
      if (!OTHERS.contains(chain.layers().getFirst().type())) {
        check(chain, seed);
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(75);
  }

  private void check(Chain chain, long seed) {
    TypedGraph graph = compiler.infer(chain.graph());
    TensorType in = graph.type(graph.order().getFirst());
    TensorType out = graph.type(graph.order().getLast());
    long[] input =
        new Random(seed)
            .longs(in.shape().size(), in.format().min(), in.format().max() + 1)
            .toArray();
    RealTensor reals =
        RealTensor.of(in.shape(), Arrays.stream(input).mapToDouble(in.format()::real).toArray());

    long[] integers = Interpreter.of(graph).run(input);
    RealTensor expected =
        Objects.requireNonNull(
            RealInterpreter.of(chain.graph(), compiler.components())
                .run(Map.of("in", reals))
                .get("out"));

    assertThat(expected.shape()).isEqualTo(out.shape());
    // Sums of other scales are multiplied by a ratio that is near to 1/256 of a step.
    double bound = out.format().step() * (out.format().isPlain() ? 0.5 : 0.5 + 1.0 / 256);
    for (int i = 0; i < integers.length; i++) {
      double real =
          Math.clamp(
              expected.get(i),
              out.format().real(out.format().min()),
              out.format().real(out.format().max()));
      assertThat(Math.abs(out.format().real(integers[i]) - real))
          .as("%s, seed %d, element %d", chain.layers().getFirst().type(), seed, i)
          .isLessThanOrEqualTo(bound + 1e-9);
    }
  }
}
