package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gated clocks are enables; those that could glitch are refused. */
class ClockGatesTest {
  @TempDir Path folder;

  private Netlist elaborate(String body) throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("t.sv"),
            "module t(input logic clk, rst, en, output logic [3:0] q);\n" + body + "\nendmodule\n");
    return TestVerilator.frontEnd().elaborate(Sources.of(List.of(source)), "t").netlist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "logic open; always_latch if (!clk) open = en; wire gated = clk & open;",
        "logic open; always @(clk or en) if (clk == 1'b0) open <= en; assign gated = open && clk;"
            + " wire gated;",
        "wire clk_n = ~clk; logic open; always_latch if (clk_n) open <= en;"
            + " wire gated = ~(clk_n | ~open) ;",
        "logic taken; always_ff @(negedge clk) taken <= en; wire gated = clk & taken;",
        "wire gated = clk & en;"
      })
  void aGateIsAnEnable(String gate) throws IOException {
    try (Engine engine =
        JvmEngine.compile(
                elaborate(gate + " always_ff @(posedge gated) if (rst) q <= 0; else q <= q + 1;"))
            .newEngine()) {
      int falling = engine.clocks().indexOf(Clock.falling("clk"));
      int expected = 0;
      for (int cycle = 0; cycle < 40; cycle++) {
        boolean enabled = cycle % 3 != 0;
        NamedPins.pin(engine, "en").set(enabled ? 1 : 0);
        if (falling >= 0) {
          engine.edge(falling);
        }
        engine.edge(engine.clocks().indexOf(Clock.rising("clk")));
        expected += enabled ? 1 : 0;
        engine.settle();
        assertThat(NamedPins.pin(engine, "q").get()).isEqualTo(expected & 15);
      }
    }
  }

  @Test
  void anAsynchronousResetReachesRegistersWhoseClockStands() throws IOException {
    try (Engine engine =
        JvmEngine.compile(
                elaborate(
                    """
                    logic open;
                    always_latch if (!clk) open = en;
                    wire gated = clk & open;
                    always_ff @(posedge gated or posedge rst) if (rst) q <= 9; else q <= q + 1;
                    """))
            .newEngine()) {
      NamedPins.pin(engine, "rst").set(1);
      engine.edge(0);
      NamedPins.pin(engine, "rst").set(0);
      engine.edge(0);
      engine.settle();
      assertThat(NamedPins.pin(engine, "q").get()).isEqualTo(9);
      NamedPins.pin(engine, "en").set(1);
      engine.edge(0);
      engine.settle();
      assertThat(NamedPins.pin(engine, "q").get()).isEqualTo(10);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A register of the rising edge changes while the clock is high.
        "logic taken; always_ff @(posedge clk) taken <= en; wire gated = clk & taken;",
        // So does a latch that is open then.
        "logic open; always_latch if (clk) open = en; wire gated = clk & open;",
        "wire gated = clk ^ en;",
        "logic gated; always_ff @(posedge clk) gated <= ~gated;"
      })
  void aGateThatMayChangeWhileTheClockIsHighIsRefused(String gate) {
    assertThatThrownBy(() -> elaborate(gate + " always_ff @(posedge gated) q <= q + 1;"))
        .hasMessageContaining("'q' is clocked by 'gated'")
        .hasMessageContaining("Use a clock port and an enable");
  }
}
