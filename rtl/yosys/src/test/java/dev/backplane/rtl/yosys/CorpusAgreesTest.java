package dev.backplane.rtl.yosys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.corpus.Behaviour;
import dev.backplane.rtl.corpus.Corpus;
import dev.backplane.rtl.corpus.CorpusDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.TestVerilator;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The designs of the corpus behave the same through yosys, where it reads them, and Verilator. */
class CorpusAgreesTest {
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  @Test
  void itReadsAtLeastTheKnownDesigns() {
    List<CorpusDesign> designs = Corpus.find().designs();
    assertThat(designs).hasSizeGreaterThanOrEqualTo(60);
    assertThat(designs).allMatch(design -> design.routes().contains("verilator"));
    assertThat(read("yosys")).hasSizeGreaterThanOrEqualTo(25);
    assertThat(read("yosys-0.23")).hasSizeGreaterThanOrEqualTo(22);
  }

  /** The nightly run compares large ones: yosys needs a quarter of a minute for mesh. */
  static Stream<CorpusDesign> old() {
    return read("yosys-0.23").filter(design -> !design.large());
  }

  static Stream<CorpusDesign> recent() {
    return read("yosys");
  }

  private static Stream<CorpusDesign> read(String route) {
    return Corpus.find().designs().stream().filter(design -> design.routes().contains(route));
  }

  @ParameterizedTest
  @MethodSource("old")
  void theInstalledOneAgreesWithVerilator(CorpusDesign design) {
    compare(design, new YosysFrontEnd(TestYosys.any(), DEADLINE));
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("recent")
  void aRecentOneAgreesWithVerilator(CorpusDesign design) {
    compare(design, new YosysFrontEnd(TestYosys.recent(), DEADLINE));
  }

  private static void compare(CorpusDesign design, FrontEnd yosys) {
    assertThat(behaviour(design, yosys)).isEqualTo(behaviour(design, TestVerilator.frontEnd()));
  }

  private static Object behaviour(CorpusDesign design, FrontEnd frontEnd) {
    return Behaviour.of(
        design, JvmEngine.compile(frontEnd.elaborate(design.sources(), design.top()).netlist()));
  }
}
