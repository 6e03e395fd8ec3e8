package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.JvmEngine;
import dev.backplane.rtl.frontend.FrontEnd;
import dev.backplane.rtl.frontend.TestVerilator;
import dev.backplane.rtl.frontend.TestYosys;
import dev.backplane.rtl.frontend.YosysFrontEnd;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Versions optimise a few designs in other ways; those have to behave the same. */
  @ParameterizedTest
  @ValueSource(strings = {"trixie", "sid"})
  void everyVersionOfVerilatorMakesTheSameNetlists(String release) {
    FrontEnd installed = TestVerilator.frontEnd();
    FrontEnd other = TestVerilator.ofRelease(release);
    int same = 0;
    List<CorpusDesign> designs = Corpus.find().designs();
    for (CorpusDesign design : designs) {
      Netlist one = ElaboratedDesigns.netlist(design, installed);
      Netlist two = other.elaborate(design.sources(), design.top()).netlist();
      if (text(one).equals(text(two))) {
        same++;
      } else {
        assertThat(behaviour(design, JvmEngine.compile(two)))
            .as("%s through %s", design, other.name())
            .isEqualTo(behaviour(design, JvmEngine.compile(one)));
      }
    }
    assertThat(same).isGreaterThanOrEqualTo(designs.size() * 9 / 10);
  }

  /** The text of a netlist; tables of enumerations have names with numbers of Verilator's own. */
  private static String text(Netlist netlist) {
    return NetlistWriter.write(netlist).replaceAll("(__Venumtab_enum_[a-z]+)\\d+", "$1");
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
