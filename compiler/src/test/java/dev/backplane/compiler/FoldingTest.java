package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.folding.Folding;
import dev.backplane.compiler.hdl.NetworkTiming;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.ir.Graph;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The clocks that networks take whose layers take several numbers in a clock. */
@EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
class FoldingTest {
  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  @Test
  void aNetworkWithAllItsWeightsAtOnceTakesASampleInEveryClock() {
    TypedGraph graph = compiler.infer(compiler.quantize(FoldedNetworks.jets()));
    long[][] inputs = inputs(graph, 200);
    Interpreter interpreter = Interpreter.of(graph);
    try (RtlStream stream =
        RtlNetwork.of(compiler.verilog(), graph, folder.resolve("rtl")).stream(1).withoutGaps()) {
      assertThat(stream.run(inputs))
          .isDeepEqualTo(Stream.of(inputs).map(interpreter::run).toArray(long[][]::new));
      assertThat(stream.latency()).isLessThanOrEqualTo(25);
      List<Long> ends = stream.ends();
      assertThat(IntStream.range(1, ends.size()).mapToLong(i -> ends.get(i) - ends.get(i - 1)))
          .containsOnly(1L);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.backplane.compiler.FoldingTest#intervals")
  void theClocksThatAreEstimatedAreThoseOfTheHardware(String name, long interval) {
    Graph graph = compiler.quantize(networks().getOrDefault(name, FoldedNetworks.jets()));
    TypedGraph folded =
        compiler.infer(new Folding(compiler, compiler.infer(graph)).toInterval(interval));
    NetworkTiming timing = compiler.verilog().timing(folded, Wrapper.STREAM).orElseThrow();
    RtlNetwork network = RtlNetwork.of(compiler.verilog(), folded, folder.resolve("rtl"));
    long[][] inputs = inputs(folded, 6);
    try (RtlStream stream = network.stream(1).withoutGaps()) {
      Interpreter interpreter = Interpreter.of(folded);
      assertThat(stream.run(inputs))
          .isDeepEqualTo(Stream.of(inputs).map(interpreter::run).toArray(long[][]::new));
      List<Long> ends = stream.ends();
      assertThat(timing).isEqualTo(new NetworkTiming(ends.get(5) - ends.get(4), stream.latency()));
    }
  }

  static List<Arguments> intervals() {
    return List.of(
        Arguments.of("jets", 1),
        Arguments.of("jets", 30),
        Arguments.of("jets", 500),
        Arguments.of("digits", 150),
        Arguments.of("digits", 400),
        Arguments.of("digits", 3000),
        Arguments.of("residual", 40),
        Arguments.of("residual", 700),
        Arguments.of("inception", 100));
  }

  private static Map<String, Graph> networks() {
    return Map.of(
        "jets", FoldedNetworks.jets(),
        "digits", FoldedNetworks.digits(),
        "residual", Networks.residual(),
        "inception", Networks.inception());
  }

  private static long[][] inputs(TypedGraph graph, int count) {
    TensorType type = graph.type(graph.order().getFirst());
    Random random = new Random(3);
    return Stream.generate(
            () ->
                random
                    .longs(type.shape().size(), type.format().min(), type.format().max() + 1)
                    .toArray())
        .limit(count)
        .toArray(long[][]::new);
  }
}
