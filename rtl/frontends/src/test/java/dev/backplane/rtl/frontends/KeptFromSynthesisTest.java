package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources keep from synthesis what only simulators read. */
class KeptFromSynthesisTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"synthesis", "synopsys", "pragma", "Synopsys", "xilinx"})
  void blanksTheTextBetweenTheMarksAndKeepsLines(String tool) {
    assertThat(
            KeptFromSynthesis.remove(
                "a // %s translate_off\n b\n/* %s translate_on */ c".formatted(tool, tool)))
        .isEqualTo("a // %s translate_off\n  \n/* %s translate_on */ c".formatted(tool, tool));
    assertThat(KeptFromSynthesis.remove("a //%s synthesis_off \n b\n".formatted(tool)))
        .isEqualTo("a //%s synthesis_off \n  \n".formatted(tool));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a; // synthesis translate_on\n b;",
        "x = \"// synthesis translate_off\";\n y = 1;",
        "/* then // synthesis translate_off */\n y = 1;",
        "// no synthesis translate_off here\n y = 1;",
        "// synthesis translate_offset\n y = 1;",
        "// verilator lint_off WIDTH\n y = 1;",
        "// synthesis attribute keep_off\n y = 1;",
      })
  void otherTextsStay(String text) {
    assertThat(KeptFromSynthesis.remove(text)).isEqualTo(text);
  }

  private Elaboration elaborate(String kept) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("top.v"),
            """
            module top(input clk, input [3:0] d, output reg [3:0] q);
              always @(posedge clk) q <= d + 1;
            %s
            endmodule
            """
                .formatted(kept));
    return TestVerilator.frontEnd().elaborate(Sources.of(List.of(file)), "top");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "initial begin wait (q == 3); $display(\"three\"); end",
        "always @(negedge clk) begin #0; if (d == 2) $display(\"two\"); end",
        "initial begin forever @(posedge clk) $fsdbDumpvars(0, top); end",
        "this is no Verilog at all",
      })
  void leavesOutUnreadableCodeThatTheSourceKeepsFromSynthesis(String statement) throws IOException {
    assertThatThrownBy(() -> elaborate(statement)).isInstanceOf(RtlException.class);
    Elaboration made =
        elaborate("// synopsys translate_off\n" + statement + "\n// synopsys translate_on");
    assertThat(made.netlist().outputs()).hasSize(1);
    assertThat(made.warnings())
        .anySatisfy(
            warning -> assertThat(warning).contains("translate_off", "left out", "top.v:4"));
  }

  @Test
  void keepsCodeThatCanBeRead() throws IOException {
    Elaboration made =
        elaborate(
            """
            // synthesis translate_off
            always @(posedge clk) if (d == 2) $display("two");
            // synthesis translate_on
            """);
    assertThat(made.netlist().effects()).hasSize(1);
    assertThat(made.warnings()).noneMatch(warning -> warning.contains("translate_off"));
  }
}
