package dev.backplane.rtl.simulators.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Icarus;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.vhdl.GhdlProgram;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.check.SimulatorCheck.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A netlist is compared with a simulation of its sources, pin by pin. */
class SimulatorCheckTest {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private static final String COUNTER =
      """
      module t(input clk, input rst_n, input [7:0] d, output reg [7:0] q, output [8:0] y);
        initial $display("0 1 and words of its own");
        assign y = q + d;
        always @(posedge clk or negedge rst_n)
          if (!rst_n) q <= 8'd3;
          else q <= #1 q OPERATOR d;
      endmodule
      """;

  private static final String ENTITY =
      """
      library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
      entity t is generic (STEP : integer := 2);
        port (clk, rst : in std_logic; a : in unsigned(6 downto 0);
              b : in std_logic_vector(0 to 4); y : out signed(6 downto 0); z : out std_logic);
      end;
      architecture a of t is signal q : unsigned(6 downto 0); begin
        process (clk) begin
          if falling_edge(clk) then
            if rst = '1' then q <= to_unsigned(STEP, 7); else q <= q OPERATOR a; end if;
          end if;
        end process;
        y <= signed(q); z <= b(0) xor b(4) xor clk;
      end;
      """;

  @TempDir Path folder;

  private static FrontEnd frontEnd() {
    try {
      return FrontEnd.find(DEADLINE);
    } catch (RtlException e) {
      assumeTrue(false, e.getMessage());
      throw e;
    }
  }

  private Sources sources(String file, String text) throws IOException {
    return Sources.of(
        List.of(Files.writeString(Files.createTempDirectory(folder, "s").resolve(file), text)));
  }

  private static Netlist netlist(Sources sources) {
    return frontEnd().elaborate(sources, "t").netlist();
  }

  private static Outcome check(Netlist netlist, Sources sources, Map<String, Boolean> resets) {
    return new SimulatorCheck(DEADLINE).check(netlist, sources, "t", resets);
  }

  private static void verilog() {
    assumeTrue(Icarus.isInstalled(), "Icarus is not installed");
  }

  private static void vhdl() {
    try {
      GhdlProgram.find();
    } catch (RtlException e) {
      assumeTrue(false, e.getMessage());
    }
  }

  @Test
  void verilogAgreesInAllStepsWhateverItPrintsItself() throws IOException {
    verilog();
    Sources sources = sources("t.v", COUNTER.replace("OPERATOR", "+"));
    Outcome outcome = check(netlist(sources), sources, Map.of("rst_n", true));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Agrees.class,
            agrees -> {
              assertThat(agrees.simulator()).startsWith("Icarus Verilog ");
              assertThat(agrees.steps()).isEqualTo(SimulatorCheck.STEPS);
              assertThat(agrees.bits()).isGreaterThan(SimulatorCheck.STEPS * 16L);
            });
  }

  @Test
  void vhdlAgreesWithGenericsAndEveryKindOfPort() throws IOException {
    vhdl();
    Sources sources =
        sources("t.vhd", ENTITY.replace("OPERATOR", "+")).withParameters(Map.of("STEP", "9"));
    assertThat(check(netlist(sources), sources, Map.of("rst", false)))
        .isInstanceOf(Outcome.Agrees.class);
  }

  @Test
  void anotherOperatorIsFoundWithOutputAndStep() throws IOException {
    verilog();
    Netlist wrong = netlist(sources("t.v", COUNTER.replace("OPERATOR", "-")));
    Sources sources = sources("t.v", COUNTER.replace("OPERATOR", "+"));
    assertThat(check(wrong, sources, Map.of("rst_n", true)))
        .isInstanceOfSatisfying(
            Outcome.Differs.class,
            differs -> {
              assertThat(differs.output()).isIn("q", "y");
              assertThat(differs.unreset()).isFalse();
              assertThat(differs.ours()).isNotEqualTo(differs.theirs());
            });
  }

  @Test
  void anotherOperatorOfVhdlIsFoundToo() throws IOException {
    vhdl();
    Netlist wrong = netlist(sources("t.vhd", ENTITY.replace("OPERATOR", "xor")));
    Sources sources = sources("t.vhd", ENTITY.replace("OPERATOR", "+"));
    assertThat(check(wrong, sources, Map.of("rst", false)))
        .isInstanceOfSatisfying(
            Outcome.Differs.class, differs -> assertThat(differs.output()).isEqualTo("y"));
  }

  @Test
  void aDifferenceThatTheFirstValuesOfRegistersMakeIsSaidToBeOne() throws IOException {
    verilog();
    Sources sources =
        sources(
            "t.v",
            """
            module t(input clk, output reg y);
              reg q;
              always @(posedge clk) begin
                q <= ~q;
                case (q) 0: y <= 1; 1: y <= 0; default: y <= 0; endcase
              end
            endmodule
            """);
    assertThat(check(netlist(sources), sources, Map.of()))
        .isInstanceOfSatisfying(
            Outcome.Differs.class, differs -> assertThat(differs.unreset()).isTrue());
  }

  @Test
  void aSimulationThatEndsIsComparedUntilThere() throws IOException {
    verilog();
    Sources sources =
        sources(
            "t.v",
            """
            module t(input clk, input [3:0] a, output [3:0] y);
              reg [5:0] n = 0;
              assign y = ~a;
              always @(posedge clk) begin
                n <= n + 1;
                if (n == 20) $finish;
              end
            endmodule
            """);
    assertThat(check(netlist(sources), sources, Map.of()))
        .isInstanceOfSatisfying(
            Outcome.Agrees.class, agrees -> assertThat(agrees.steps()).isBetween(20, 60));
  }

  @Test
  void reportsSourcesThatNoSimulatorReads() throws IOException {
    vhdl();
    Sources integer =
        sources(
            "t.vhd",
            """
            entity t is port (n : in integer range 0 to 7; y : out integer range 0 to 7); end;
            architecture a of t is begin y <= n; end;
            """);
    assertThat(check(netlist(integer), integer, Map.of()))
        .isEqualTo(new Outcome.NotCompared("port 'n' is of type 'integer'"));
    Sources mixed =
        Sources.of(
            List.of(
                integer.files().getFirst(),
                sources("u.v", "module u(output y);\nendmodule\n").files().getFirst()));
    assertThat(check(netlist(integer), mixed, Map.of()))
        .isEqualTo(
            new Outcome.NotCompared("it is of VHDL and Verilog, and no simulator here reads both"));
  }
}
