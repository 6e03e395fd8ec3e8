package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** VHDL through GHDL, our Verilog and a front end, against GHDL's own simulation. */
class VhdlTest {
  @TempDir Path folder;

  @BeforeEach
  void ghdlIsThere() {
    assumeTrue(TestGhdl.isInstalled(), "GHDL is not installed");
  }

  private static FrontEnd frontEnd() {
    return FrontEnd.preparing(TestVerilator.frontEnd(), Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "states",
        "memories",
        "arithmetic",
        // Users before the files that they use: the order does not matter.
        "records records_stage records_types",
        "resets",
        "matching",
        "synopsys",
        "fifo"
      })
  void aDesignBehavesAsInTheSimulatorOfItsLanguage(String names) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String name : names.split(" ")) {
      files.add(TestResources.copy("vhdl/" + name + ".vhd", folder));
    }
    GhdlComparison.check(frontEnd(), folder, files, names.split(" ")[0]);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static final String ADDER =
      """
      library ieee;
      use ieee.std_logic_1164.all;
      use ieee.numeric_std.all;
      entity Adder is
        generic (BITS : positive := 4; STEP : integer := 1);
        port (Clk : in std_logic; X : in unsigned(BITS - 1 downto 0); Sum : out unsigned(BITS - 1 downto 0));
      end entity;
      architecture rtl of Adder is
        signal total : unsigned(BITS - 1 downto 0) := (others => '0');
      begin
        total <= total + X + STEP when rising_edge(Clk);
        Sum <= total;
      end architecture;
      """;

  private static long after(Elaboration elaboration, String out, int edges, String in, long value) {
    try (Engine engine = JvmEngine.compile(elaboration.netlist()).newEngine()) {
      Map<String, Pin> pins = new LinkedHashMap<>();
      engine.pins().forEach(pin -> pins.put(pin.port().name(), pin));
      GhdlComparison.drive(GhdlComparison.pin(pins, in), BigInteger.valueOf(value));
      for (int i = 0; i < edges; i++) {
        engine.edge(0);
      }
      engine.settle();
      return GhdlComparison.pin(pins, out).get();
    }
  }

  @Test
  void genericsOfTheTopAreParameters() throws IOException {
    Path file = write("adder.vhdl", ADDER);
    Elaboration elaboration =
        frontEnd()
            .elaborate(
                Sources.of(List.of(file)).withParameters(Map.of("BITS", "12", "STEP", "5")),
                "adder");
    assertThat(elaboration.netlist().top()).isEqualTo("adder");
    assertThat(after(elaboration, "Sum", 3, "X", 100)).isEqualTo(315);
  }

  @Test
  void verilogInstantiatesEntities() throws IOException {
    Path vhdl = write("adder.vhd", ADDER);
    Path verilog =
        write(
            "top.v",
            """
            module top(input clk, input [7:0] a, output [7:0] y);
              // adder #(.BITS(3)) in a comment counts for nothing
              Adder #(.BITS(8), .STEP(8'h02)) u (.Clk(clk), .X(a), .Sum(y));
            endmodule
            """);
    Elaboration elaboration = frontEnd().elaborate(Sources.of(List.of(verilog, vhdl)), "top");
    assertThat(after(elaboration, "y", 4, "a", 10)).isEqualTo(48);
  }

  @Test
  void vhdlInstantiatesModules() throws IOException {
    Path vhdl =
        write(
            "top.vhd",
            """
            library ieee;
            use ieee.std_logic_1164.all;
            entity top is
              port (clk : in std_logic; a : in std_logic_vector(7 downto 0); y : out std_logic_vector(7 downto 0));
            end entity;
            architecture rtl of top is
              component Scaled is
                generic (Width : integer := 4; Factor : integer := 1);
                port (Clock : in std_logic; Din : in std_logic_vector(Width - 1 downto 0);
                      Dout : out std_logic_vector(Width - 1 downto 0));
              end component;
            begin
              u : Scaled generic map (Width => 8, Factor => -3) port map (clk, a, y);
            end architecture;
            """);
    Path verilog =
        write(
            "scaled.v",
            """
            module Scaled #(parameter Width = 4, parameter Factor = 1)
              (input Clock, input [Width-1:0] Din, output reg [Width-1:0] Dout);
              always @(posedge Clock) Dout <= Din * Factor;
            endmodule
            """);
    Elaboration elaboration = frontEnd().elaborate(Sources.of(List.of(vhdl, verilog)), "top");
    assertThat(after(elaboration, "y", 1, "a", 7)).isEqualTo(256 - 21);
  }

  private RtlException refused(String top, Path... files) {
    FrontEnd frontEnd = frontEnd();
    RtlException[] thrown = new RtlException[1];
    assertThatThrownBy(() -> frontEnd.elaborate(Sources.of(List.of(files)), top))
        .isInstanceOfSatisfying(RtlException.class, e -> thrown[0] = e);
    return thrown[0];
  }

  @Test
  void unitsAreInLibrariesOfAnyName() throws IOException {
    Path types =
        write(
            "types.vhd",
            """
            library ieee; use ieee.std_logic_1164.all;
            package types is
              subtype byte is std_ulogic_vector(7 downto 0);
              function flip(x : byte) return byte;
            end package;
            package body types is
              function flip(x : byte) return byte is begin return not x; end function;
            end package body;
            """);
    Path inner =
        write(
            "inner.vhd",
            """
            library ieee, Parts;
            use ieee.std_logic_1164.all;
            use parts.types.all; -- not "parts.missing"
            entity inner is port (a : in byte; y : out byte); end entity;
            architecture rtl of inner is begin y <= flip(a); end architecture;
            """);
    Path outer =
        write(
            "outer.vhd",
            """
            library ieee;
            use ieee.std_logic_1164.all;
            library parts, cores;
            entity outer is port (a : in parts.types.byte; y : out parts.types.byte); end entity;
            architecture rtl of outer is
            begin
              i : entity cores.inner port map (a => a, y => y);
            end architecture;
            """);
    Netlist netlist =
        frontEnd().elaborate(Sources.of(List.of(outer, inner, types)), "outer").netlist();
    try (Engine engine = JvmEngine.compile(netlist).newEngine()) {
      NamedPins.pin(engine, "a").set(0x35);
      engine.settle();
      assertThat(NamedPins.pin(engine, "y").get()).isEqualTo(0xca);
    }
    Path wrong =
        write("wrong.vhd", "library parts;\nuse parts.missing.all;\nentity wrong is end;\n");
    assertThatThrownBy(
            () -> frontEnd().elaborate(Sources.of(List.of(types, wrong, outer, inner)), "wrong"))
        .hasMessageContaining("wrong.vhd:")
        .hasMessageContaining("parts");
  }

  @Test
  void aSyntaxErrorHasFileAndLine() throws IOException {
    Path file = write("bad.vhd", "entity bad is\n  port (a : inn bit);\nend;\n");
    RtlException error = refused("bad", file);
    assertThat(error.error()).isEqualTo(RtlError.SOURCE_INVALID);
    assertThat(error).hasMessageContaining(file + ":2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "process (all) begin if g = '1' then held <= d; end if; end process;",
        "held <= d when g = '1' else held;",
        "process (all) begin if g = '1' then held <= '1'; elsif d = '1' then held <= '0'; end if;"
            + " end process;"
      })
  void aLatchThatGhdlLosesIsRefusedByName(String statement) throws IOException {
    TestGhdl.assumeOldest();
    Path file =
        write(
            "latch.vhd",
            """
            library ieee;
            use ieee.std_logic_1164.all;
            entity latch is port (clk, g, d : in std_logic; kept : out std_logic); end;
            architecture rtl of latch is
              signal held : std_logic := '0';
            begin
              STATEMENT
              process (clk) begin if rising_edge(clk) then kept <= held; end if; end process;
            end;
            """
                .replace("STATEMENT", statement));
    RtlException error = refused("latch", file);
    assertThat(error.error()).isEqualTo(RtlError.LATCH);
    assertThat(error)
        .hasMessageContaining("latch.vhd:5")
        .hasMessageContaining("'held'")
        .hasMessageContaining("case statement");
  }

  @Test
  void aLatchIsWarnedOfByItsName() throws IOException {
    Path file = TestResources.copy("vhdl/latched.vhd", folder);
    assertThat(
            FrontEnd.preparing(TestVerilator.frontEnd(), Duration.ofMinutes(1))
                .elaborate(Sources.of(List.of(file)), "latched")
                .warnings())
        .anyMatch(warning -> warning.startsWith("VHDL: 'next_step' is a latch"))
        .noneMatch(warning -> warning.contains("vhdl.v"));
  }

  @Test
  void aLatchOfADesignWithoutAClockIsRefusedByName() throws IOException {
    Path file =
        write(
            "latch.vhd",
            """
            library ieee;
            use ieee.std_logic_1164.all;
            entity latch is port (g, d : in std_logic; kept : out std_logic); end;
            architecture rtl of latch is begin
              process (all) begin
                if g = '1' then kept <= d; end if;
              end process;
            end;
            """);
    RtlException error = refused("latch", file);
    assertThat(error.error()).isEqualTo(RtlError.LATCH);
    assertThat(error).hasMessageContaining("kept").hasMessageContaining("no clock");
  }

  @Test
  void aTriStateIsRefusedWithItsPlace() throws IOException {
    Path file =
        write(
            "tri.vhd",
            """
            library ieee;
            use ieee.std_logic_1164.all;
            entity bus_pin is port (oe, d : in std_logic; pad : inout std_logic; q : out std_logic); end;
            architecture rtl of bus_pin is begin
              pad <= d when oe = '1' else 'Z';
              q <= pad;
            end;
            """);
    RtlException error = refused("bus_pin", file);
    assertThat(error.error()).isEqualTo(RtlError.SOURCE_UNSUPPORTED);
    assertThat(error).hasMessageContaining("tri-state").hasMessageContaining("tri.vhd:");
  }

  @Test
  void anUnknownTopIsReportedWithTheExistingEntities() throws IOException {
    Path file = write("adder.vhd", ADDER);
    RtlException error = refused("subtractor", file);
    assertThat(error.error()).isEqualTo(RtlError.SOURCE_INVALID);
    assertThat(error).hasMessageContaining("subtractor").hasMessageContaining("adder");
  }

  @Test
  void genericsWithoutALiteralValueAreRefused() throws IOException {
    Path vhdl = write("adder.vhd", ADDER);
    Path verilog =
        write(
            "top.v",
            """
            module top #(parameter N = 4) (input clk, input [N-1:0] a, output [N-1:0] y);
              adder #(.BITS(N)) u (.Clk(clk), .X(a), .Sum(y));
            endmodule
            """);
    RtlException error = refused("top", verilog, vhdl);
    assertThat(error.error()).isEqualTo(RtlError.SOURCE_UNSUPPORTED);
    assertThat(error).hasMessageContaining("top.v:2").hasMessageContaining("literal");
  }

  @Test
  void aMemoryThatBecameARegisterCausesAWarning() throws IOException {
    Path file =
        write(
            "large.vhd",
            """
            library ieee;
            use ieee.std_logic_1164.all;
            use ieee.numeric_std.all;
            entity large is port (clk, rst : in std_logic; a : in unsigned(7 downto 0);
                                  d : in std_logic_vector(31 downto 0); q : out std_logic_vector(31 downto 0)); end;
            architecture rtl of large is
              type t is array (0 to 255) of std_logic_vector(31 downto 0);
              signal m : t;
            begin
              process (clk) begin
                if rising_edge(clk) then
                  if rst = '1' then m <= (others => (others => '0'));
                  else m(to_integer(a)) <= d; end if;
                end if;
              end process;
              q <= m(to_integer(a));
            end;
            """);
    Elaboration elaboration = frontEnd().elaborate(Sources.of(List.of(file)), "large");
    assertThat(elaboration.warnings())
        .anyMatch(w -> w.contains("large.vhd") && w.contains("8192 bits") && w.contains("memory"));
  }
}
