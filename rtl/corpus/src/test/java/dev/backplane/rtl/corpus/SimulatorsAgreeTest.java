package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Icarus;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.ResetPort;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.check.SimulatorCheck;
import dev.backplane.rtl.simulators.check.SimulatorCheck.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares every design that Icarus Verilog reads with its simulation. It shares nothing with the
 * front end, not even the parser.
 */
class SimulatorsAgreeTest {
  /** Icarus 11 reads as many; newer ones read more. */
  private static final int FEWEST = 26;

  private static final Duration LIMIT = Duration.ofSeconds(3);

  /** A set that is active while a reset ends: in hardware it sets then, in simulations never. */
  private static final Set<String> UNLIKE_HARDWARE = Set.of("promises");

  /** Icarus 12 takes a constant of a package that the header of a module imports for a net. */
  private static final Set<String> WRONG_IN_ICARUS = Set.of("fifo");

  private static final List<String> COMPARED = new ArrayList<>();

  @BeforeAll
  static void icarusIsThere() {
    Assumptions.assumeTrue(Icarus.isInstalled(), "iverilog is not installed");
  }

  @AfterAll
  static void mostDesignsWereCompared() {
    assertThat(COMPARED).hasSizeGreaterThanOrEqualTo(FEWEST);
  }

  static Stream<CorpusDesign> designs() {
    return Stream.of(CorpusDesign.Kind.values())
        .flatMap(kind -> Corpus.find().designs(kind).stream())
        .filter(design -> !design.large() && !UNLIKE_HARDWARE.contains(design.name()))
        .filter(design -> !WRONG_IN_ICARUS.contains(design.name()));
  }

  @ParameterizedTest
  @MethodSource("designs")
  void outputsAreThoseOfTheSimulation(CorpusDesign design) {
    FrontEnd frontEnd = FrontEnd.find(Duration.ofMinutes(10));
    Assumptions.assumeTrue(
        design.routes().contains(frontEnd.name().split(" ", 2)[0]),
        frontEnd.name() + " does not read " + design);
    Netlist netlist = ElaboratedDesigns.netlist(design, frontEnd);
    Map<String, Boolean> resets =
        KernelPorts.of(netlist, Wiring.NONE).resets().stream()
            .collect(Collectors.toMap(reset -> reset.port().name(), ResetPort::activeLow));
    Outcome outcome =
        new SimulatorCheck(LIMIT).check(netlist, design.sources(), design.top(), resets);
    assertThat(outcome).isNotInstanceOf(Outcome.Differs.class);
    if (outcome instanceof Outcome.Agrees agrees) {
      assertThat(agrees.bits()).isPositive();
      COMPARED.add(design.name());
    }
  }
}
