package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.RandomInputs;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A netlist made with Verilator behaves as the same Verilog on another simulator. */
class VerilogSemanticsTest {
  @TempDir Path folder;

  @BeforeEach
  void needsAnotherSimulator() {
    Assumptions.assumeTrue(Icarus.isInstalled(), "iverilog is not installed");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void randomExpressionsBehaveAsOnIcarus(long seed) throws IOException {
    ExpressionsOnIcarus.check(folder, seed, TestVerilator.frontEnd());
  }

  @Test
  void registersMemoriesAndResetsBehaveAsOnIcarus() throws IOException {
    SequentialOnIcarus.check(folder, TestVerilator.frontEnd());
  }

  @Test
  void variablesThatAreAssignedInBothWaysBehaveAsOnIcarus() throws IOException {
    SequentialOnIcarus.check(folder, TestVerilator.frontEnd(), "mixed");
  }

  @Test
  void selectionsOutsideSelectNothingAsOnIcarus() throws IOException {
    SequentialOnIcarus.check(folder, TestVerilator.frontEnd(), "selections.sv", "selections");
  }

  @Test
  void indicesOfAnyFormSelectNothingOutsideAsOnIcarus() throws IOException {
    SequentialOnIcarus.check(folder, TestVerilator.frontEnd(), "indices.sv", "indices");
  }

  @Test
  void eachDimensionOfAPackedArrayIsLeftByItself() throws IOException {
    Path source = TestResources.copy("dimensions.sv", folder);
    Elaboration elaboration =
        TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "dimensions");
    assertThat(elaboration.warnings()).isEmpty();
    Netlist netlist = elaboration.netlist();
    RandomInputs random = RandomInputs.byName(netlist.inputs().keySet(), 5);
    try (Engine engine = JvmEngine.compile(netlist).newEngine()) {
      for (int cycle = 0; cycle < 2000; cycle++) {
        for (Port input : netlist.inputs().keySet()) {
          if (!input.name().equals("clk")) {
            NamedPins.drive(NamedPins.pin(engine, input.name()), random.next(input, cycle));
          }
        }
        engine.settle();
        assertThat(NamedPins.pin(engine, "same").value().intValue())
            .as("cycle %d", cycle)
            .isEqualTo(0xff);
        engine.edge(0);
      }
    }
  }

  @Test
  void widthsAndSignsComeFromTheContextAsOnIcarus() throws IOException {
    SequentialOnIcarus.check(folder, TestVerilator.frontEnd(), "contexts.sv", "contexts");
  }

  @Test
  void latchesKeepWhatTheyKeepOnIcarus() throws IOException {
    SequentialOnIcarus.check(folder, TestVerilator.frontEnd(), "latches");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void randomLatchesKeepWhatTheyKeepOnIcarus(long seed) throws IOException {
    checkLatches(TestVerilator.frontEnd(), seed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"installed", "trixie", "sid"})
  @Tag("nightly")
  void manyRandomLatchesKeepWhatTheyKeepOnIcarus(String release) throws IOException {
    FrontEnd frontEnd = frontEnd(release);
    RandomDesigns.compare("latches, " + frontEnd.name(), 100, seed -> checkLatches(frontEnd, seed));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void randomProcessesBehaveAsOnIcarus(long seed) throws IOException {
    checkProcesses(TestVerilator.frontEnd(), seed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"installed", "trixie", "sid"})
  @Tag("nightly")
  void manyRandomProcessesBehaveAsOnIcarus(String release) throws IOException {
    FrontEnd frontEnd = frontEnd(release);
    RandomDesigns.compare(
        "processes, " + frontEnd.name(), 100, seed -> checkProcesses(frontEnd, seed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"installed", "trixie", "sid"})
  @Tag("nightly")
  void manyRandomExpressionsBehaveAsOnIcarus(String release) throws IOException {
    FrontEnd frontEnd = frontEnd(release);
    RandomDesigns.compare(
        "expressions, " + frontEnd.name(),
        100,
        seed -> ExpressionsOnIcarus.check(folder, seed, frontEnd));
  }

  private static FrontEnd frontEnd(String release) {
    return release.equals("installed")
        ? TestVerilator.frontEnd()
        : TestVerilator.ofRelease(release);
  }

  private int checkProcesses(FrontEnd frontEnd, long seed) throws IOException {
    Path file = folder.resolve("processes.v");
    Files.writeString(file, new RandomProcesses(new Random(seed)).text("processes"));
    return SequentialOnIcarus.check(folder, frontEnd, file, "processes");
  }

  private int checkLatches(FrontEnd frontEnd, long seed) throws IOException {
    Path file = folder.resolve("latching.v");
    Files.writeString(file, new RandomLatches(new Random(seed), 12).text("latching"));
    return SequentialOnIcarus.check(folder, frontEnd, file, "latching");
  }
}
