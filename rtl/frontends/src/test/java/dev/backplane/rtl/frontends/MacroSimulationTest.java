package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.frontends.macros.MacroLibrary;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The models of vendor macros behave on the engine as in another simulator. */
class MacroSimulationTest {
  private static final int STEPS = 1500;

  @TempDir Path folder;

  /**
   * Inputs that are driven together, and the clocks with an edge after them: bit 0 clk, bit 1
   * clk_b.
   */
  private record Step(Map<String, Long> inputs, int clocks) {}

  @Test
  void everyModelBehavesAsOnIcarus() throws IOException {
    assumeTrue(Icarus.isInstalled(), "iverilog is not installed");
    Path lab = TestResources.copy("macro_lab.sv", folder);
    Netlist netlist =
        FrontEnd.preparing(TestVerilator.frontEnd(), Duration.ofMinutes(1))
            .elaborate(Sources.of(List.of(lab)), "macro_lab")
            .netlist();
    List<Port> outputs = List.copyOf(netlist.outputs().keySet());
    List<Step> steps = steps(netlist);
    List<String> expected = simulate(lab, netlist, outputs, steps);
    assertThat(expected).hasSize(STEPS);

    int compared = 0;
    try (Engine engine = JvmEngine.compile(netlist).newEngine()) {
      Map<String, Pin> pins = new HashMap<>();
      engine.pins().forEach(pin -> pins.put(pin.port().name(), pin));
      List<String> names = List.of("clk", "clk_b");
      for (int at = 0; at < STEPS; at++) {
        Step step = steps.get(at);
        step.inputs().forEach((name, value) -> Objects.requireNonNull(pins.get(name)).set(value));
        engine.settle();
        String[] values = expected.get(at).strip().split(" +");
        for (int i = 0; i < outputs.size(); i++) {
          if (values[i].matches(
              "[0-9a-f]+")) { // an address that was never written is unknown there
            String name = outputs.get(i).name();
            assertThat(Objects.requireNonNull(pins.get(name)).get())
                .as("%s in step %d", name, at)
                .isEqualTo(Long.parseLong(values[i], 16));
            compared++;
          }
        }
        long mask = 0;
        for (int i = 0; i < names.size(); i++) {
          if ((step.clocks() >> i & 1) != 0) {
            mask |= 1L << engine.clocks().indexOf(Clock.rising(names.get(i)));
          }
        }
        engine.edges(mask);
      }
    }
    assertThat(compared).isGreaterThan(STEPS * outputs.size() * 9 / 10);
  }

  private static List<Step> steps(Netlist netlist) {
    Random random = new Random(42);
    List<Port> inputs =
        netlist.inputs().keySet().stream().filter(port -> !port.name().startsWith("clk")).toList();
    List<Step> steps = new ArrayList<>();
    for (int at = 0; at < STEPS; at++) {
      boolean resets = at % 500 < 12;
      boolean fills = at / 60 % 2 == 0;
      Map<String, Long> values = new HashMap<>();
      for (Port port : inputs) {
        long value = random.nextLong() & ((1L << port.width()) - 1);
        values.put(
            port.name(),
            switch (port.name()) {
              case "rst" -> resets ? 1L : 0L;
              case "wr" -> random.nextInt(4) == 0 == fills ? 0L : 1L;
              case "rd" -> random.nextInt(4) == 0 == fills ? 1L : 0L;
              // Writes of both ports to one address at one edge are undefined.
              case "wa" -> value & ~1;
              case "ra" -> value | 1;
              default -> value;
            });
      }
      // A reset pulse between the edges of a clock has no effect here.
      boolean both = resets || at % 500 > 490;
      steps.add(new Step(values, both ? 3 : 1 + random.nextInt(3)));
    }
    return steps;
  }

  private List<String> simulate(Path lab, Netlist netlist, List<Port> outputs, List<Step> steps)
      throws IOException {
    List<Path> sources = new ArrayList<>(List.of(lab));
    for (Map.Entry<String, String> model :
        MacroLibrary.models(Set.copyOf(MacroLibrary.names())).entrySet()) {
      sources.add(Files.writeString(folder.resolve(model.getKey() + ".sv"), model.getValue()));
    }
    StringBuilder bench =
        new StringBuilder(
            """
            module ila_0(input clk, input [31:0] probe0, input probe1, input [11:0] probe2);
            endmodule
            module bench;
            """);
    List<String> connections = new ArrayList<>();
    for (Port port : netlist.inputs().keySet()) {
      bench.append("  reg [%d:0] %s = 0;\n".formatted(port.width() - 1, port.name()));
      connections.add(".%s(%s)".formatted(port.name(), port.name()));
    }
    for (Port port : outputs) {
      bench.append("  wire [%d:0] %s;\n".formatted(port.width() - 1, port.name()));
      connections.add(".%s(%s)".formatted(port.name(), port.name()));
    }
    bench.append("  macro_lab lab(%s);\n".formatted(String.join(", ", connections)));
    bench.append(
        "  task show; $display(\"%s\", %s); endtask\n  initial begin\n"
            .formatted(
                outputs.stream().map(port -> "%h").collect(Collectors.joining(" ")),
                outputs.stream().map(Port::name).collect(Collectors.joining(", "))));
    for (Step step : steps) {
      bench.append("    ");
      step.inputs().forEach((name, value) -> bench.append("%s = 32'h%x; ".formatted(name, value)));
      bench.append(
          "#1 show; #1 {clk_b, clk} = %d; #1 {clk_b, clk} = 0;\n".formatted(step.clocks()));
    }
    bench.append("  end\nendmodule\n");
    sources.add(Files.writeString(folder.resolve("bench.sv"), bench.toString()));
    return Icarus.run(folder, "bench", sources.toArray(Path[]::new));
  }
}
