package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.JvmEngine;
import dev.backplane.rtl.frontend.FrontEnd;
import dev.backplane.rtl.frontend.TestYosys;
import dev.backplane.rtl.frontend.YosysFrontEnd;
import dev.backplane.rtl.harness.HarnessOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Designs behave the same with all front ends, and every front end in {@code design.json} reads its
 * designs.
 */
class FrontEndsAgreeTest {
  private static final Duration DEADLINE = Duration.ofMinutes(5);
  private static final int TICKS = 800;

  /** yosys needs a quarter of a minute for it. */
  private static final String LARGE = "mesh";

  @Test
  void theFrontEndsReadAtLeastTheKnownDesigns() {
    List<CorpusDesign> designs = Corpus.find().designs();
    assertThat(designs).hasSizeGreaterThanOrEqualTo(60);
    assertThat(designs).allMatch(design -> design.routes().contains("verilator"));
    assertThat(designs.stream().filter(design -> design.routes().contains("yosys")))
        .hasSizeGreaterThanOrEqualTo(25);
    assertThat(designs.stream().filter(design -> design.routes().contains("yosys-0.23")))
        .hasSizeGreaterThanOrEqualTo(22);
  }

  static Stream<CorpusDesign> old() {
    return read("yosys-0.23").filter(design -> !design.name().equals(LARGE));
  }

  static Stream<CorpusDesign> recent() {
    return read("yosys");
  }

  private static Stream<CorpusDesign> read(String route) {
    return Corpus.find().designs().stream().filter(design -> design.routes().contains(route));
  }

  @ParameterizedTest
  @MethodSource("old")
  void oldYosysAndTheDefaultFrontEndAgree(CorpusDesign design) {
    compare(design, new YosysFrontEnd(TestYosys.any(), DEADLINE));
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("recent")
  void recentYosysAndTheDefaultFrontEndAgree(CorpusDesign design) {
    compare(design, new YosysFrontEnd(TestYosys.recent(), DEADLINE));
  }

  private static void compare(CorpusDesign design, FrontEnd second) {
    CompiledDesign one = ElaboratedDesigns.of(design);
    Assumptions.assumeFalse(
        FrontEnd.find(DEADLINE).name().equals(second.name()), "there is only one front end here");
    CompiledDesign other =
        JvmEngine.compile(second.elaborate(design.sources(), design.top()).netlist());
    assertThat(behaviour(design, other)).isEqualTo(behaviour(design, one));
  }

  private static Object behaviour(CorpusDesign design, CompiledDesign compiled) {
    if (design.kind() == CorpusDesign.Kind.KERNEL) {
      try (KernelRun run =
          new KernelRun(
              design,
              compiled::newEngine,
              compiled.ports(),
              HarnessOptions.DEFAULT.withRandomStalls(30, true, 7),
              1 << 18)) {
        return run.run(200, 3).cycles();
      }
    }
    try (Engine engine = compiled.newEngine()) {
      return new PinDriver(engine, PinStimulus.of(design, compiled.ports(), TICKS, 3)).play(TICKS);
    }
  }
}
