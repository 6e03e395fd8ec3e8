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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What layers compute in reals is what they compute in integers, but for one rounding. */
class RealEvaluationTest {
  /** These round parameters or tables too, or are computed in integers only. */
  private static final Set<String> OTHERS =
      Set.of("leaky_relu", "sigmoid", "requantize", "hard_tanh");

  private final Compiler compiler = Compiler.load();

  static Stream<String> types() {
    return RandomLayer.ALL.stream().map(RandomLayer::type).filter(type -> !OTHERS.contains(type));
  }

  @ParameterizedTest
  @MethodSource("types")
  void aResultIsWithinHalfAStepOfTheRealNumber(String type) {
    int checked = 0;
    for (long seed = 0; checked < 5; seed++) {
      Chain chain = RandomNetwork.of(compiler, seed, 1);
      if (chain.layers().getFirst().type().equals(type)) {
        check(chain, seed);
        checked++;
      }
    }
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
    double step = out.format().real(1);
    for (int i = 0; i < integers.length; i++) {
      double real =
          Math.clamp(
              expected.get(i),
              out.format().real(out.format().min()),
              out.format().real(out.format().max()));
      assertThat(Math.abs(out.format().real(integers[i]) - real))
          .as("seed %d, element %d", seed, i)
          .isLessThanOrEqualTo(step / 2 + 1e-9);
    }
  }
}
