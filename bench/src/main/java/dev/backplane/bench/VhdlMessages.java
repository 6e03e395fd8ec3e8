package dev.backplane.bench;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares the messages of front ends about broken sources. */
final class VhdlMessages {
  private static final String HEAD =
      """
      library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
      entity broken is
        port (clk : in std_logic; a : in std_logic_vector(7 downto 0); y : out unsigned(7 downto 0));
      end entity;
      architecture rtl of broken is
        signal count : unsigned(7 downto 0) := x"00";
      begin
      """;

  private static final Map<String, String> SOURCES = new LinkedHashMap<>();

  static {
    SOURCES.put(
        "a semicolon is missing",
        """
          process (clk) begin
            if rising_edge(clk) then
              count <= count + 1
            end if;
          end process;
          y <= count;
        end architecture;
        """);
    SOURCES.put("a name is misspelled", "  y <= coutn + 1;\nend architecture;\n");
    SOURCES.put("a vector is added to a number", "  y <= count + a;\nend architecture;\n");
    SOURCES.put(
        "a latch",
        """
          process (all) begin
            if a(0) = '1' then
              count <= unsigned(a);
            end if;
          end process;
          y <= count;
        end architecture;
        """);
  }

  private VhdlMessages() {}

  /**
   * {@return what each front end says of each source}
   *
   * @param frontEnds the front ends, by their names
   * @param folder a folder for the sources
   */
  static String of(Map<String, FrontEnd> frontEnds, Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> each : SOURCES.entrySet()) {
      text.append(each.getKey()).append('\n');
      Path file = Files.writeString(folder.resolve("broken.vhd"), HEAD + each.getValue());
      frontEnds.forEach(
          (name, frontEnd) -> {
            text.append("  ").append(name).append(": ");
            try {
              frontEnd.elaborate(Sources.of(List.of(file)), "broken");
              text.append("nothing");
            } catch (RtlException e) {
              String message = String.valueOf(e.getMessage()).replace(folder + "/", "");
              text.append(e.error()).append(": ").append(message.strip());
            }
            text.append('\n');
          });
    }
    return text.toString();
  }
}
