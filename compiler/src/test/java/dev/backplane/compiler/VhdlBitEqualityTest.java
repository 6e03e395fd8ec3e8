package dev.backplane.compiler;

import static dev.backplane.compiler.BitEquality.NIGHTLY_VECTORS;
import static dev.backplane.compiler.BitEquality.VECTORS;

import dev.backplane.compiler.component.TypedGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What generated VHDL computes is what the interpreter computes. */
@EnabledIf("dev.backplane.compiler.Tools#haveGhdl")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VhdlBitEqualityTest {
  private final List<Example> examples = Example.all();
  private final List<TypedGraph> graphs;
  private final VhdlNetworks networks;

  VhdlBitEqualityTest(@TempDir Path folder) {
    Compiler compiler = Compiler.load();
    graphs = examples.stream().map(example -> compiler.infer(example.graph())).toList();
    networks = VhdlNetworks.of(compiler.vhdl(), graphs, folder);
  }

  List<Example> examples() {
    return examples;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleIsTheSame(Example example) throws IOException {
    check(example, VECTORS, 1);
  }

  @ParameterizedTest
  @MethodSource("examples")
  @Tag("nightly")
  void everyExampleIsTheSameForAMillionVectors(Example example) throws IOException {
    check(example, NIGHTLY_VECTORS, 2);
  }

  private void check(Example example, int vectors, long seed) throws IOException {
    int index = examples.indexOf(example);
    BitEquality.check(networks.network(index), graphs.get(index), vectors, seed);
  }
}
