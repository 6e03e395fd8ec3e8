package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The clocks that networks take whose layers take several numbers in a clock. */
@EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
class FoldingTest {
  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();

  @Test
  void aNetworkWithAllItsWeightsAtOnceTakesASampleInEveryClock() {
    TypedGraph graph = compiler.infer(compiler.quantize(FoldedNetworks.jets()));
    Random random = new Random(3);
    long[][] inputs =
        Stream.generate(() -> random.longs(16, -128, 128).toArray())
            .limit(200)
            .toArray(long[][]::new);
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
}
