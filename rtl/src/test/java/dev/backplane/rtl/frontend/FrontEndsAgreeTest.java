package dev.backplane.rtl.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.corpus.Corpus;
import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.corpus.KernelRun;
import dev.backplane.rtl.corpus.PinDriver;
import dev.backplane.rtl.corpus.PinStimulus;
import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.JvmEngine;
import dev.backplane.rtl.engine.LockstepComparison;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Netlists of both front ends behave the same in every cycle. */
class FrontEndsAgreeTest {
  @TempDir Path folder;

  @Test
  void registersMemoriesAndResetsAreTheSame() throws IOException {
    Sources sources = Sources.of(List.of(TestResources.copy("sequential.v", folder)));
    Netlist one = TestYosys.frontEnd().elaborate(sources, "sequential").netlist();
    Netlist other = TestVerilator.frontEnd().elaborate(sources, "sequential").netlist();
    try (Engine expected = JvmEngine.compile(one).newEngine();
        Engine actual = JvmEngine.compile(other).newEngine()) {
      LockstepComparison.compare("sequential.v", expected, actual, 3, 3000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fir", "lfsr_crc", "sha256", "wide"})
  void bothFrontEndsElaborateTheSameDesigns(String name) {
    CorpusDesign design = Corpus.find().design(name);
    long[] digests = new long[2];
    for (int route = 0; route < 2; route++) {
      Netlist netlist = elaborate(design, route).netlist();
      try (Engine engine = JvmEngine.compile(netlist).newEngine()) {
        digests[route] =
            new PinDriver(engine, PinStimulus.of(design, netlist.ports(), 3000, 5)).play(3000);
      }
    }
    assertThat(digests[0]).isEqualTo(digests[1]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"example_vadd", "example_sha256", "dma"})
  void kernelsTakeEquallyManyCyclesOnBothRoutes(String name) {
    CorpusDesign design = Corpus.find().design(name);
    long[] cycles = new long[2];
    for (int route = 0; route < 2; route++) {
      Netlist netlist = elaborate(design, route).netlist();
      CompiledDesign compiled = JvmEngine.compile(netlist);
      for (int seed = 1; seed <= 3; seed++) {
        try (KernelRun run =
            new KernelRun(
                design,
                compiled::newEngine,
                netlist.ports(),
                HarnessOptions.DEFAULT.withRandomStalls(30, true, seed),
                1 << 20)) {
          cycles[route] = cycles[route] * 1_000_003 + run.run(200, seed).cycles();
        }
      }
    }
    assertThat(cycles[0]).isEqualTo(cycles[1]);
  }

  private static Elaboration elaborate(CorpusDesign design, int route) {
    FrontEnd frontEnd = route == 0 ? TestYosys.frontEnd() : TestVerilator.frontEnd();
    return frontEnd.elaborate(design.sources(), design.top());
  }
}
