package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.coverage.CoveredDesign;
import dev.backplane.rtl.engines.coverage.FileCoverage;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Coverage is what Verilator's own simulator counts. */
class CoverageAgreesTest {
  private static final int CYCLES = 300;

  private static final Pattern POINT =
      Pattern.compile(
          "\\|l=(?<line>\\d+)\\|.*?page=(?<page>v_\\w+)/.*?\\|o=(?<what>[^|]*)(?:\\|S=(?<lines>[^|]*))?\\|h=(?<path>[^']*)'"
              + " (?<count>\\d+)");

  @TempDir Path folder;

  @Test
  void linesAndTogglesAreThoseOfVerilatorsSimulator() throws IOException {
    Path source = TestResources.copy("covered.sv", folder);
    Netlist netlist =
        TestVerilator.frontEnd()
            .withCoverage()
            .elaborate(Sources.of(List.of(source)), "covered")
            .netlist();
    List<Map<String, BigInteger>> stimulus = stimulus(netlist);
    VerilatorSimulation.run(folder, netlist, source.toAbsolutePath(), stimulus, true);
    CoveredDesign design = CoveredDesign.compile(netlist, JvmEngine::compile);
    simulate(design, stimulus);

    SortedMap<Integer, Boolean> lines = new TreeMap<>();
    FileCoverage.of(design.coverage())
        .getFirst()
        .lines()
        .forEach((line, count) -> lines.put(line, count > 0));
    SortedMap<Integer, Boolean> expectedLines = new TreeMap<>();
    SortedMap<String, Boolean> toggles = new TreeMap<>();
    design
        .coverage()
        .toggles()
        .forEach(
            (signal, bits) -> {
              for (int bit = 0; bit < bits.width(); bit++) {
                toggles.put(
                    bits.width() == 1 ? signal : signal + "[" + bit + "]",
                    bits.risen().get(bit) || bits.fallen().get(bit));
              }
            });
    SortedMap<String, Boolean> expectedToggles = new TreeMap<>();
    for (String point : Files.readAllLines(folder.resolve("coverage.dat"))) {
      Matcher parts = POINT.matcher(point.replace('\001', '|').replace('\002', '='));
      if (!parts.find()) {
        continue;
      }
      boolean hit = Long.parseLong(parts.group("count")) > 0;
      if (parts.group("page").equals("v_toggle")) {
        String path = parts.group("path").replaceFirst("^TOP\\.\\w+\\.?", "");
        expectedToggles.merge(
            (path.isEmpty() ? "" : path + ".") + parts.group("what"), hit, Boolean::logicalOr);
      } else if (parts.group("lines") != null) {
        // Verilator counts the line of an if as executed only if its condition held.
        boolean choice = parts.group("what").matches("if|else|elsif");
        for (int line : numbers(parts.group("lines"))) {
          if (!choice || line != Integer.parseInt(parts.group("line"))) {
            expectedLines.merge(line, hit, Boolean::logicalOr);
          }
        }
      }
    }
    // Each knows lines that the other one does not: declarations and labels, continuous
    // assignments.
    lines.keySet().retainAll(expectedLines.keySet());
    expectedLines.keySet().retainAll(lines.keySet());
    assertThat(lines).hasSizeGreaterThan(15).isEqualTo(expectedLines).containsValue(false);
    toggles.keySet().retainAll(expectedToggles.keySet());
    expectedToggles.keySet().retainAll(toggles.keySet());
    assertThat(toggles)
        .hasSizeGreaterThan(20)
        .isEqualTo(expectedToggles)
        .containsValue(true)
        .containsValue(false);
  }

  private static void simulate(CoveredDesign design, List<Map<String, BigInteger>> stimulus) {
    try (Engine engine = design.newEngine()) {
      for (Map<String, BigInteger> cycle : stimulus) {
        cycle.forEach((name, value) -> NamedPins.drive(NamedPins.pin(engine, name), value));
        for (int clock = 0; clock < engine.clocks().size(); clock++) {
          engine.edge(clock);
        }
      }
    }
  }

  /** The numbers of a list such as {@code 3-5,9}. */
  private static List<Integer> numbers(String list) {
    List<Integer> numbers = new ArrayList<>();
    for (String range : list.split(",")) {
      String[] ends = range.split("-");
      for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  private static List<Map<String, BigInteger>> stimulus(Netlist netlist) {
    Random random = new Random(5);
    List<Map<String, BigInteger>> stimulus = new ArrayList<>();
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      Map<String, BigInteger> values = new HashMap<>();
      for (Port port : netlist.inputs().keySet()) {
        if (!netlist.clocks().contains(Clock.rising(port.name()))) {
          values.put(
              port.name(),
              port.name().startsWith("rst")
                  ? reset(port.name(), cycle, random)
                  : new BigInteger(port.width(), random));
        }
      }
      stimulus.add(values);
    }
    return stimulus;
  }

  /** Resets are inactive at first, since a simulator needs their edges. */
  private static BigInteger reset(String name, int cycle, Random random) {
    boolean active = (cycle > 0 && cycle < 4) || random.nextInt(40) == 0;
    return active == name.endsWith("_n") ? BigInteger.ZERO : BigInteger.ONE;
  }
}
