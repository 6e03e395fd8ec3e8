package dev.backplane.compiler;

import static dev.backplane.compiler.BitEquality.VECTORS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.GraphJson;
import dev.backplane.compiler.ir.Registry;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hardware of random networks; one that differs is made as small as it can be, and shown. */
class RandomNetworksTest {
  private static final int LAYERS = 5;

  @TempDir Path folder;

  private final Compiler compiler = Compiler.load();
  private int runs;

  static LongStream nightlySeeds() {
    return LongStream.range(1000, 1400);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  @EnabledIf("dev.backplane.compiler.Tools#haveVerilator")
  void inVerilogTheyComputeWhatTheInterpreterComputes(long seed) {
    check(compiler.verilog(), seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12})
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  void soTheyDoInVhdl(long seed) {
    check(compiler.vhdl(), seed);
  }

  @ParameterizedTest
  @MethodSource("nightlySeeds")
  @EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
  @Tag("nightly")
  void soDoHundreds(long seed) {
    check(seed % 4 == 0 ? compiler.vhdl() : compiler.verilog(), seed);
  }

  @Test
  void everyKindOfLayerIsInSomeNetwork() {
    assertThat(
            LongStream.range(0, 120)
                .mapToObj(seed -> RandomNetwork.of(compiler, seed, LAYERS))
                .flatMap(chain -> chain.layers().stream())
                .map(Chain.Layer::type)
                .collect(Collectors.toSet()))
        // A function is a table once it is quantised.
        .contains("table")
        .containsAll(
            RandomLayer.ALL.stream()
                .map(RandomLayer::type)
                .filter(type -> !type.equals("sigmoid"))
                .toList());
  }

  @Test
  void theSameSeedGivesTheSameNetwork() {
    assertThat(RandomNetwork.of(compiler, 5, LAYERS))
        .isEqualTo(RandomNetwork.of(compiler, 5, LAYERS));
  }

  @Test
  void aNetworkThatFailsIsShrunkToTheLayerAndTheAttributesThatFail() {
    Attributes format = Attributes.NONE.with("width", 7).with("fraction", 3);
    Chain.Layer guilty = new Chain.Layer("relu", format);
    Chain failing =
        RandomNetwork.of(compiler, 7, 2)
            .then(new Chain.Layer("flatten", Attributes.NONE))
            .then(new Chain.Layer("relu", format.with("note", 1)))
            .then(new Chain.Layer("requantize", format));

    Chain smallest =
        failing.shrink(
            compiler,
            chain ->
                chain.layers().stream()
                    .anyMatch(
                        layer -> layer.type().equals("relu") && layer.attributes().has("width")));

    assertThat(smallest.layers()).containsExactly(guilty);
  }

  private void check(HdlPass pass, long seed) {
    Chain chain = RandomNetwork.of(compiler, seed, LAYERS);
    if (difference(pass, chain).isPresent()) {
      Chain smallest = chain.shrink(compiler, smaller -> difference(pass, smaller).isPresent());
      throw new AssertionError(
          "seed "
              + seed
              + " shrinks to\n"
              + GraphJson.write(Registry.EMPTY.with("smallest", smallest.graph()))
              + difference(pass, smallest).orElse("which did not fail again"));
    }
  }

  private Optional<String> difference(HdlPass pass, Chain chain) {
    runs++;
    TypedGraph graph = compiler.infer(chain.graph());
    try {
      BitEquality.check(pass, graph, folder.resolve("run" + runs), VECTORS, runs);
      return Optional.empty();
    } catch (AssertionError | RuntimeException e) {
      return Optional.of(e.toString());
    }
  }
}
