package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lowered SystemVerilog behaves as in Verilator's own simulator. */
class VerilatorFeaturesTest {
  private static final int CYCLES = 2000;

  @TempDir Path folder;

  @Test
  void aDesignOfManyFeaturesBehavesAsVerilatorSimulatesIt() throws IOException {
    Path source = TestResources.copy("features.sv", folder);
    TestResources.copy("features.hex", folder);
    Elaboration elaboration =
        TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "features");
    Netlist netlist = elaboration.netlist();
    assertThat(elaboration.warnings())
        .anyMatch(warning -> warning.contains("a message at power-up is ignored"));
    assertThat(netlist.clocks()).containsExactly(Clock.rising("clk"), Clock.falling("clk"));
    List<Map<String, BigInteger>> stimulus = stimulus(netlist, new Random(11));
    List<List<BigInteger>> expected =
        VerilatorSimulation.run(folder, netlist, source.toAbsolutePath(), stimulus);
    assertThat(expected).hasSize(CYCLES);
    List<Port> outputs = List.copyOf(netlist.outputs().keySet());
    try (Engine engine = JvmEngine.compile(netlist).newEngine()) {
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        stimulus
            .get(cycle)
            .forEach((name, value) -> NamedPins.drive(NamedPins.pin(engine, name), value));
        engine.settle();
        for (int i = 0; i < outputs.size(); i++) {
          String name = outputs.get(i).name();
          assertThat(NamedPins.pin(engine, name).value())
              .as("%s in cycle %d", name, cycle)
              .isEqualTo(expected.get(cycle).get(i));
        }
        engine.edge(0);
        engine.edge(1);
      }
    }
  }

  /** Resets are inactive at first, since a simulator needs their edges. */
  private static List<Map<String, BigInteger>> stimulus(Netlist netlist, Random random) {
    List<Map<String, BigInteger>> stimulus = new ArrayList<>();
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      boolean reset = (cycle > 0 && cycle < 10) || random.nextInt(200) == 0;
      Map<String, BigInteger> values = new HashMap<>();
      for (Port port : netlist.inputs().keySet()) {
        switch (port.name()) {
          case "clk" -> {}
          case "rst" -> values.put("rst", reset ? BigInteger.ONE : BigInteger.ZERO);
          case "rst_n" -> values.put("rst_n", reset ? BigInteger.ZERO : BigInteger.ONE);
          default -> values.put(port.name(), value(random, port.width()));
        }
      }
      stimulus.add(values);
    }
    return stimulus;
  }

  private static BigInteger value(Random random, int width) {
    BigInteger ones = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    return switch (random.nextInt(6)) {
      case 0 -> BigInteger.valueOf(random.nextInt(8)).and(ones);
      case 1 -> ones;
      default -> new BigInteger(width, random);
    };
  }
}
