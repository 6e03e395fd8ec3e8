package dev.backplane.rtl.simulators.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.TestGhdl;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.check.SimulatorCheck.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where no architecture is named, an entity has the one that was analysed last, as the language
 * says; GHDL in one process takes the first one.
 */
class DefaultArchitecturesTest {
  private static final String LEAF =
      """
      library ieee; use ieee.std_logic_1164.all;
      entity leaf is port (y : out std_logic_vector(3 downto 0)); end;
      -- architecture zero of leaf is
      architecture a1 of leaf is begin y <= x"1"; end;
      architecture A2 of Leaf is begin y <= x"2"; end;
      library ieee; use ieee.std_logic_1164.all;
      architecture a3 of leaf is begin y <= x"3"; end architecture a3;
      """;

  @TempDir Path folder;

  @BeforeEach
  void ghdlIsThere() {
    assumeTrue(TestGhdl.isInstalled(), "GHDL is not installed");
  }

  private Netlist checked(String top, String... texts) throws IOException {
    Path[] files = new Path[texts.length];
    for (int i = 0; i < texts.length; i++) {
      files[i] = Files.writeString(folder.resolve("f" + i + ".vhd"), texts[i]);
    }
    Sources sources = Sources.of(List.of(files));
    Netlist netlist = TestGhdl.frontEnd().elaborate(sources, top).netlist();
    assertThat(new SimulatorCheck(Duration.ofMinutes(1)).check(netlist, sources, top, Map.of()))
        .isInstanceOf(Outcome.Agrees.class);
    return netlist;
  }

  private static String output(Netlist netlist) {
    try (Engine engine = JvmEngine.compile(netlist).newEngine()) {
      engine.settle();
      return engine.pins().getFirst().value().toString(16);
    }
  }

  private static String top(String declared, String instances) {
    return """
    library ieee; use ieee.std_logic_1164.all;
    entity top is port (y : out std_logic_vector(7 downto 0)); end;
    architecture rtl of top is
      component leaf is port (y : out std_logic_vector(3 downto 0)); end component;
      DECLARED
    begin
      INSTANCES
    end;
    """
        .replace("DECLARED", declared)
        .replace("INSTANCES", instances);
  }

  @ParameterizedTest
  @CsvSource({
    "'', u : leaf port map (y(7 downto 4)); v : leaf port map (y(3 downto 0));, 33",
    "'', u : leaf port map (y(7 downto 4)); v : entity work.leaf port map (y(3 downto 0));, 33",
    "'', u : leaf port map (y(7 downto 4)); v : entity work.leaf(a1) port map (y(3 downto 0));, 31",
    "'', u : entity work.leaf(A3) port map (y(7 downto 4)); v : leaf port map (y(3 downto 0));, 33",
    "for u : leaf use entity work.leaf(a2);, u : leaf port map (y(7 downto 4)); v : leaf port map"
        + " (y(3 downto 0));, 23",
    "for all : leaf use entity work.leaf(a1);, u : leaf port map (y(7 downto 4)); v : leaf port map"
        + " (y(3 downto 0));, 11",
  })
  void instancesHaveTheLastArchitectureUnlessOneIsNamed(
      String declared, String instances, String expected) throws IOException {
    assertThat(output(checked("top", LEAF, top(declared, instances)))).isEqualTo(expected);
  }

  @Test
  void theTopHasTheLastOneToo() throws IOException {
    assertThat(output(checked("leaf", LEAF))).isEqualTo("3");
  }

  @Test
  void architecturesMayHaveFilesOfTheirOwn() throws IOException {
    String other = "architecture other of leaf is begin y <= \"1001\"; end;\n";
    assertThat(output(checked("leaf", LEAF, other))).isEqualTo("9");
  }

  @Test
  void anArchitectureThatIsNotTakenMayBeWhatGhdlRefuses() throws IOException {
    String timed =
        LEAF.replace("begin y <= x\"1\"; end;", "begin y <= x\"1\", x\"0\" after 5 ns; end;");
    assertThat(output(checked("leaf", timed))).isEqualTo("3");
  }
}
