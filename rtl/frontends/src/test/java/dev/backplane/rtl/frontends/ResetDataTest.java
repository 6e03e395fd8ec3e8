package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.Pin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registers take their data at edges in a process with an asynchronous reset. */
class ResetDataTest {
  @TempDir Path folder;

  /** As an event-driven simulator shows it: rst, d, and a, b and c before each clock edge. */
  private static final int[][] EXPECTED = {
    {0, 0xa},
    {0, 0x1, 0xa, 0xa},
    {1, 0x8, 0x0, 0x8, 0x8},
    {1, 0xf, 0x0, 0x8, 0x8},
    {1, 0x6, 0x0, 0xf, 0xf},
    {1, 0xd, 0x0, 0x6, 0x6},
    {1, 0x4, 0x0, 0xd, 0xd},
    {0, 0xb, 0x0, 0x4, 0x4},
    {0, 0x2, 0xb, 0xb, 0x5},
    {0, 0x9, 0x2, 0x2, 0x6},
  };

  @Test
  void dataOutsideOfTheResetIsTakenAtEdgesAndNotFollowed() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("outside.v"),
            """
            module outside(input clk, input rst, input [3:0] d,
                output reg [3:0] a, output reg [3:0] b, output reg [3:0] c);
              always @(posedge clk or posedge rst) begin
                if (rst) a <= 0; else a <= d;
                b <= d;
              end
              always @(posedge clk or posedge rst) if (rst) c <= d; else c <= c + 1;
            endmodule
            """);
    Elaboration made = TestVerilator.frontEnd().elaborate(Sources.of(List.of(file)), "outside");
    try (Engine engine = JvmEngine.compile(made.netlist()).newEngine()) {
      Map<String, Pin> pins = new HashMap<>();
      engine.pins().forEach(pin -> pins.put(pin.port().name(), pin));
      for (int[] row : EXPECTED) {
        pin(pins, "rst").setWord(0, row[0]);
        pin(pins, "d").setWord(0, row[1]);
        engine.settle();
        // Before the first reset the counter has no value.
        for (int i = 2; i < row.length; i++) {
          assertThat(pin(pins, "abc".substring(i - 2, i - 1)).word(0)).isEqualTo(row[i]);
        }
        engine.edge(0);
      }
    }
  }

  private static Pin pin(Map<String, Pin> pins, String name) {
    return Objects.requireNonNull(pins.get(name), name);
  }
}
