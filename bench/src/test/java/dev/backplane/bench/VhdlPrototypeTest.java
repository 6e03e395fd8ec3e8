package dev.backplane.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.bench.VhdlVerdict.Kind;
import dev.backplane.bench.vhdl.VhdlPrototype;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.vhdl.GhdlProgram;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The prototype of a front end for VHDL makes what GHDL simulates. */
class VhdlPrototypeTest {
  private static final String CLOCKED =
      """
      library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
      entity t is port (clk, a, b : in std_logic; n : in unsigned(2 downto 0); y : out std_logic_vector(3 downto 0)); end;
      architecture rtl of t is
        signal s : std_logic_vector(3 downto 0) := "0000";
        signal k : integer range 0 to 9 := 0;
      begin
        STATEMENTS
      end;
      """;

  @TempDir private Path folder;

  static Stream<String> ten() {
    return VhdlDesign.TEN.stream();
  }

  private static void ghdlIsThere() {
    try {
      GhdlProgram.find();
    } catch (RtlException e) {
      assumeTrue(false, e.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("ten")
  void tenDesignsAgreeWithTheSimulation(String names) throws IOException {
    ghdlIsThere();
    VhdlDesign design = VhdlDesign.of(names, folder);
    VhdlVerdict verdict =
        VhdlVerdict.of(
            new VhdlPrototype(),
            design,
            () -> {
              throw new RtlException(RtlError.TOOL_MISSING, "no other front end is asked");
            });
    assertThat(verdict.kind()).as(verdict.text()).isIn(Kind.RIGHT, Kind.RIGHT_AFTER_RESET);
  }

  @Test
  void aRandomEntityAgreesToo() throws IOException {
    ghdlIsThere();
    VhdlVerdict verdict =
        VhdlVerdict.of(
            new VhdlPrototype(), VhdlDesign.random(2011, folder), () -> new VhdlPrototype());
    assertThat(verdict.kind()).as(verdict.text()).isEqualTo(Kind.RIGHT);
  }

  private Netlist elaborated(String statements) throws IOException {
    Path file =
        Files.writeString(folder.resolve("t.vhd"), CLOCKED.replace("STATEMENTS", statements));
    return new VhdlPrototype().elaborate(Sources.of(List.of(file)), "t").netlist();
  }

  @Test
  void onlyRegistersOfEdgesAreRegisters() throws IOException {
    Netlist netlist =
        elaborated(
            """
            process (clk) variable v : std_logic; begin
              v := a xor b;
              if falling_edge(clk) then s(0) <= v; s(3 downto 2) <= a & b; end if;
            end process;
            s(1) <= a and b;
            y <= s;
            """);
    assertThat(netlist.clocks()).hasToString("[~clk]");
    assertThat(netlist.registers().stream().mapToInt(each -> each.output().width()).sum())
        .isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "y <= s + 1; | SOURCE_INVALID | t.vhd:7:10: '+' has no meaning for std_logic_vector and"
            + " integer",
        "y <= q; | SOURCE_INVALID | t.vhd:7:8: 'q' is not declared here",
        "y <= s | SOURCE_INVALID | t.vhd:7:9: expected ';' after 's'",
        "y <= s(4 downto 1); | SOURCE_INVALID | the slice 4 downto 1 is outside of the range 3"
            + " downto 0",
        "y <= \"00000\"; | SOURCE_INVALID | a value of 5 elements stands where 4 are needed",
        "a <= '0'; y <= s; | SOURCE_INVALID | 'a' is an input",
        "y <= s; y <= s; | SOURCE_INVALID | 'y' is driven here and elsewhere too",
        "process (all) begin if a then s <= \"0000\"; end if; end process; y <= s; | LATCH | 's'"
            + " keeps its value",
        "s(0) <= s(1) xor a; s(1) <= not s(0); y <= s; | COMBINATIONAL_LOOP | without a register:"
            + " s",
        "process (b) begin if rising_edge(s(0)) then s(1) <= a; end if; end process; s(0) <= a and"
            + " b; y <= s; | SOURCE_UNSUPPORTED | made inside, or gated",
        "process begin wait for 1 ns; end process; y <= s; | SOURCE_UNSUPPORTED | 'wait' is not"
            + " read",
        "k <= 12; y <= s; | SOURCE_INVALID | the number 12 is outside of the range 0 to 9",
        "y <= (others => n); | SOURCE_INVALID | a value of the type unsigned",
      })
  void reportsEachMistakeWithItsPlace(String statements, RtlError error, String message) {
    assertThatThrownBy(() -> elaborated(statements))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).as(e.getMessage()).isEqualTo(error))
        .hasMessageContaining(message);
  }
}
