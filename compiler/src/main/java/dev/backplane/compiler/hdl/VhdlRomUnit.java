package dev.backplane.compiler.hdl;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes memories around a static entity in VHDL: a {@code case} in a clocked process. */
final class VhdlRomUnit {
  private VhdlRomUnit() {}

  static String text(RomUnit unit) {
    StringBuilder text = new StringBuilder(unit.characters());
    text.append("-- ").append(unit.purpose()).append('\n');
    text.append(
        String.format(
            Locale.ROOT,
            """
            library ieee;
            use ieee.std_logic_1164.all;
            use ieee.numeric_std.all;

            entity %1$s is
              port (
                clk       : in  std_logic;
                rst       : in  std_logic;
                in_valid  : in  std_logic;
                in_ready  : out std_logic;
                in_data   : in  std_logic_vector(%2$d downto 0);
                out_valid : out std_logic;
                out_ready : in  std_logic;
                out_data  : out std_logic_vector(%3$d downto 0)
              );
            end entity;

            architecture rtl of %1$s is
              signal read : std_logic;
            """,
            unit.name(),
            unit.inputWidth() - 1,
            unit.outputWidth() - 1));
    for (Rom rom : unit.roms()) {
      signal(text, rom.name() + "_address", rom.addressWidth());
      signal(text, rom.name(), rom.width());
    }
    text.append("begin\n");
    for (Rom rom : unit.roms()) {
      if (rom.isConstant()) {
        text.append("  ").append(rom.name()).append(" <= ");
        text.append(literal(rom.words().getFirst(), rom.width())).append(";\n");
      }
    }
    List<Rom> memories = unit.roms().stream().filter(rom -> !rom.isConstant()).toList();
    if (!memories.isEmpty()) {
      text.append("\n  process (clk)\n  begin\n    if rising_edge(clk) then\n");
      text.append("      if read = '1' then\n");
      memories.forEach(rom -> words(text, rom));
      text.append("      end if;\n    end if;\n  end process;\n");
    }
    text.append('\n');
    text.append("  core : entity work.").append(unit.core().unit());
    text.append("\n    generic map (\n      ");
    List<String> generics = new ArrayList<>();
    unit.core().parameters().forEach((name, value) -> generics.add(name + " => " + value));
    text.append(String.join(",\n      ", generics)).append("\n    )\n    port map (\n");
    for (Rom rom : unit.roms()) {
      for (String port : List.of(rom.name() + "_address", rom.name())) {
        text.append("      ").append(port).append(" => ").append(port).append(",\n");
      }
    }
    return text.append(
            """
                  read => read,
                  clk => clk,
                  rst => rst,
                  in_valid => in_valid,
                  in_ready => in_ready,
                  in_data => in_data,
                  out_valid => out_valid,
                  out_ready => out_ready,
                  out_data => out_data
                );
            end architecture;
            """)
        .toString();
  }

  private static void signal(StringBuilder text, String name, int width) {
    text.append("  signal ").append(name).append(" : std_logic_vector(").append(width - 1);
    text.append(" downto 0);\n");
  }

  private static void words(StringBuilder text, Rom rom) {
    text.append("        case to_integer(unsigned(").append(rom.name()).append("_address)) is\n");
    for (int address = 0; address < rom.depth(); address++) {
      text.append("          when ").append(address).append(" => ").append(rom.name());
      text.append(" <= ").append(literal(rom.words().get(address), rom.width())).append(";\n");
    }
    text.append("          when others => ").append(rom.name());
    text.append(" <= (others => '0');\n        end case;\n");
  }

  /** VHDL of 1993 has hexadecimal texts of whole digits alone. */
  private static String literal(String hex, int width) {
    if (hex.length() * 4 == width) {
      return "x\"" + hex + "\"";
    }
    String bits = new BigInteger(hex, 16).toString(2);
    return "\"" + "0".repeat(width - bits.length()) + bits + "\"";
  }
}
