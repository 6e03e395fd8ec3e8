package dev.backplane.compiler.library;

import dev.backplane.compiler.hdl.HdlFile;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The entity of one linear layer: memories of its weights and biases around the static entity that
 * computes.
 *
 * @param layer the layer
 * @param unit the name of the entity
 */
record LinearVhdl(LinearLayer layer, String unit) {
  private static final List<String> USES =
      List.of("backplane_requantize.vhd", "backplane_linear.vhd");

  List<HdlPart> parts() {
    return List.of(HdlInstance.of(unit, USES), new HdlFile(unit + ".vhd", text()));
  }

  private String text() {
    RomWords rom = new RomWords(layer);
    int weightBits = layer.lanes() * layer.weightFormat().width();
    int biasBits = layer.lanes() * rom.sumWidth();
    StringBuilder text = new StringBuilder(2500 + rom.characters());
    text.append("-- A linear layer with ")
        .append(layer.inputs())
        .append(" inputs and ")
        .append(layer.outputs())
        .append(" outputs.\n");
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
              signal read           : std_logic;
              signal weight_address : std_logic_vector(%4$d downto 0);
              signal bias_address   : std_logic_vector(%5$d downto 0);
              signal weights        : std_logic_vector(%6$d downto 0);
              signal biases         : std_logic_vector(%7$d downto 0);
            begin
              process (clk)
              begin
                if rising_edge(clk) then
                  if read = '1' then
            """,
            unit,
            layer.input().width() - 1,
            layer.output().width() - 1,
            rom.addressWidth() - 1,
            rom.groupWidth() - 1,
            weightBits - 1,
            biasBits - 1));
    text.append("        case to_integer(unsigned(weight_address)) is\n");
    for (int address = 0; address < rom.depth(); address++) {
      word(text, address, "weights", weightBits, rom.weights(address));
    }
    text.append("          when others => weights <= (others => '0');\n        end case;\n");
    text.append("        case to_integer(unsigned(bias_address)) is\n");
    for (int group = 0; group < layer.groups(); group++) {
      word(text, group, "biases", biasBits, rom.biases(group));
    }
    text.append("          when others => biases <= (others => '0');\n        end case;\n");
    text.append("      end if;\n    end if;\n  end process;\n\n");
    text.append("  layer : entity work.backplane_linear\n    generic map (\n      ");
    List<String> generics = new ArrayList<>();
    rom.parameters().forEach((name, value) -> generics.add(name + " => " + value));
    text.append(String.join(",\n      ", generics)).append("\n    )\n");
    return text.append(
            """
                port map (
                  clk => clk,
                  rst => rst,
                  in_valid => in_valid,
                  in_ready => in_ready,
                  in_data => in_data,
                  out_valid => out_valid,
                  out_ready => out_ready,
                  out_data => out_data,
                  read => read,
                  weight_address => weight_address,
                  bias_address => bias_address,
                  weights => weights,
                  biases => biases
                );
            end architecture;
            """)
        .toString();
  }

  private static void word(StringBuilder text, int key, String target, int bits, String hex) {
    text.append("          when ").append(key).append(" => ").append(target).append(" <= ");
    text.append(bits).append("x\"").append(hex).append("\";\n");
  }
}
