package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order and dependencies of VHDL files. */
class VhdlFilesTest {
  private static final String LEAF =
      """
      library ieee; use ieee.std_logic_1164.all;
      entity Leaf is port (a : in std_logic; y : out std_logic); end;
      architecture rtl of leaf is begin y <= not a; end;
      """;
  private static final String TOP =
      """
      library ieee; use ieee.std_logic_1164.all; use work.names.all;
      entity top is port (a : in std_logic; y : out std_logic); end;
      architecture rtl of top is
        component leaf is port (a : in std_logic; y : out std_logic); end component;
      begin
        u : leaf port map (a => a xor WHAT, y => y);
      end;
      """;
  private static final String NAMES =
      """
      library ieee; use ieee.std_logic_1164.all;
      package names is
        constant WHAT : std_logic;
      end package;
      """;
  private static final String BODY =
      """
      package body names is -- package body of names is "entity leaf is"
        constant WHAT : std_logic := '1';
      end package body;
      """;

  @TempDir Path folder;

  @BeforeEach
  void ghdlIsThere() {
    assumeTrue(TestGhdl.isInstalled(), "GHDL is not installed");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String translated(String top, Path... files) throws IOException {
    try (PreparedSources prepared =
        PreparedSources.of(Sources.of(List.of(files)), top, Duration.ofMinutes(1))) {
      return Files.readString(prepared.sources().files().getLast());
    }
  }

  private static RtlException refused(String top, Path... files) {
    RtlException[] thrown = new RtlException[1];
    assertThatThrownBy(() -> translated(top, files))
        .isInstanceOfSatisfying(RtlException.class, e -> thrown[0] = e);
    return thrown[0];
  }

  @Test
  void filesMayBeInAnyOrderAndABodyInASeparateFile() throws IOException {
    Path top = write("top.vhd", TOP);
    Path body = write("names_body.vhd", BODY);
    Path leaf = write("leaf.vhd", LEAF);
    Path names = write("names.vhd", NAMES);
    String expected = translated("top", names, body, leaf, top);
    assertThat(expected).contains("module top", "module leaf");
    assertThat(translated("top", top, body, leaf, names)).isEqualTo(expected);
    assertThat(translated("top", body, top, names, leaf)).isEqualTo(expected);
  }

  @Test
  void aFileThatTheTopDoesNotNeedIsIgnored() throws IOException {
    Path bench =
        write("bench.vhd", "entity bench is end; architecture a of bench is begin nonsense end;");
    assertThat(
            translated(
                "top",
                bench,
                write("top.vhd", TOP),
                write("leaf.vhd", LEAF),
                write("names.vhd", NAMES),
                write("body.vhd", BODY)))
        .contains("module top");
  }

  @Test
  void aPackageThatDeclaresComponentsForAllNeedsNoneOfThem() throws IOException {
    Path all =
        write(
            "all.vhd",
            """
            library ieee; use ieee.std_logic_1164.all;
            package names is
              constant WHAT : std_logic := '1';
              component leaf is port (a : in std_logic; y : out std_logic); end component;
              component wrong port (a : in std_logic); end component wrong;
            end package;
            """);
    Path wrong =
        write("wrong.vhd", LEAF.replaceAll("(?i)leaf", "wrong").replace("not a", "nonsense"));
    String own = TOP.replaceAll("component leaf is.*;\n", "");
    assertThat(translated("top", all, wrong, write("leaf.vhd", LEAF), write("top.vhd", own)))
        .contains("module top", "module leaf");
    Path other = write("other.vhd", own.replace("u : leaf", "u :\n component leaf"));
    assertThat(translated("top", all, wrong, write("leaf.vhd", LEAF), other))
        .contains("module leaf");
  }

  @Test
  void oneFileUnderTwoNamesIsOneFile() throws IOException {
    assertThat(translated("leaf", write("leaf.vhd", LEAF), write("copy.vhd", LEAF)))
        .contains("module leaf");
  }

  @Test
  void twoEntitiesOfOneNameAreAnErrorWithBothLocations() throws IOException {
    Path one = write("one.vhd", LEAF);
    Path two = write("two.vhd", "\n" + LEAF.replace("not a", "a"));
    RtlException error = refused("leaf", one, two);
    assertThat(error.error()).isEqualTo(RtlError.SOURCE_INVALID);
    assertThat(error).hasMessageContaining("one.vhd:2").hasMessageContaining("two.vhd:3");
  }

  @Test
  void twoPackagesBodiesAndArchitecturesOfOneNameAreAnError() throws IOException {
    Path names = write("names.vhd", NAMES);
    assertThat(refused("top", names, write("n2.vhd", NAMES.replace("WHAT", "Which"))))
        .hasMessageContaining("names.vhd:2")
        .hasMessageContaining("n2.vhd:2");
    Path body = write("body.vhd", BODY);
    assertThat(refused("top", names, body, write("b2.vhd", BODY.replace("'1'", "'0'"))))
        .hasMessageContaining("body.vhd:1")
        .hasMessageContaining("b2.vhd:1");
    Path leaf = write("leaf.vhd", LEAF);
    String architecture = "architecture RTL of Leaf is begin y <= a; end;";
    assertThat(refused("leaf", leaf, write("arch.vhd", architecture)))
        .hasMessageContaining("leaf.vhd:3")
        .hasMessageContaining("arch.vhd:1");
  }

  @Test
  void anEntityAndAModuleOfOneNameAreAnError() throws IOException {
    Path leaf = write("leaf.vhd", LEAF);
    Path module = write("leaf.v", "module leaf(input a, output y); assign y = a; endmodule\n");
    assertThat(refused("leaf", leaf, module))
        .hasMessageContaining("leaf.vhd:2")
        .hasMessageContaining("leaf.v");
  }

  @Test
  void filesThatDependOnEachOtherAreNamed() throws IOException {
    Path one = write("one.vhd", "package p is constant C : integer := work.q.D; end;");
    Path two =
        write(
            "two.vhd", "package q is constant D : integer := 1; end;\n" + "use work.p.all;" + LEAF);
    assertThat(refused("leaf", one, two))
        .hasMessageContaining("one.vhd")
        .hasMessageContaining("two.vhd")
        .hasMessageContaining("need each other");
  }

  @Test
  void unsynthesisableCodeIsReportedWithTheLine() throws IOException {
    TestGhdl.assumeOldest();
    Path file =
        write(
            "after.vhd",
            """
            library ieee; use ieee.std_logic_1164.all;
            entity following is port (clk : in std_logic; y : out std_logic); end;
            architecture rtl of following is
              type t is (a, b, c);
              signal s : t := a;
            begin
              process (clk) begin
                if rising_edge(clk) then
                  s <= t'succ(s);
                end if;
              end process;
              y <= '1' when s = c else '0';
            end;
            """);
    RtlException error = refused("following", file);
    assertThat(error.error()).isEqualTo(RtlError.SOURCE_UNSUPPORTED);
    assertThat(error).hasMessageContaining("after.vhd:9").hasMessageContaining("succ attribute");
  }
}
