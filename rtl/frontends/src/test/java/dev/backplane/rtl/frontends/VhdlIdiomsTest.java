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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Common idioms of VHDL, a few dozen in each design, against GHDL's own simulation. */
class VhdlIdiomsTest {
  @TempDir Path folder;

  @BeforeEach
  void theToolsAreThere() {
    assumeTrue(TestGhdl.isInstalled(), "GHDL is not installed");
  }

  /** Designs, each with the files of its other entities and packages. */
  static Stream<String> idioms() {
    return Stream.of(
        "arith_signed",
        "arith_unsigned",
        "compared",
        "unknowns",
        "shifts",
        "integers",
        "choices",
        "enums",
        "structures",
        "split",
        "chained",
        "latched",
        "subprograms",
        "styles",
        "rams",
        "split_more",
        "split_procedures",
        "integer_sides",
        "starting",
        "replaced",
        "converted",
        "fitting",
        "indexed",
        "alternatives",
        "kept",
        "bindings bindings_parts bindings_body bindings_types");
  }

  @ParameterizedTest
  @MethodSource("idioms")
  void idiomsBehaveAsInTheSimulatorOfTheirLanguage(String names) throws IOException {
    check(TestGhdl.frontEnd(), names);
  }

  @ParameterizedTest
  @MethodSource("idioms")
  void idiomsBehaveSoOnTheNewestGhdlToo(String names) throws IOException {
    check(TestGhdl.ofRelease("sid"), names);
  }

  @ParameterizedTest
  @MethodSource("idioms")
  @Tag("nightly")
  void idiomsBehaveSoOnTheGhdlOfDebian13Too(String names) throws IOException {
    check(TestGhdl.ofRelease("trixie"), names);
  }

  @ParameterizedTest
  @ValueSource(strings = {"trixie", "sid"})
  void configurationsAreKeptApart(String release) throws IOException {
    check(TestGhdl.ofRelease(release), "configured");
  }

  private void check(FrontEnd frontEnd, String names) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String name : names.split(" ")) {
      files.add(TestResources.copy("vhdl/" + name + ".vhd", folder));
    }
    Elaboration elaboration = GhdlComparison.check(frontEnd, folder, files, names.split(" ")[0]);
    assertThat(elaboration.warnings()).noneMatch(warning -> warning.contains("backplane"));
  }

  @Test
  void choicesThatMatchAnythingAreTakenOrRefused() throws IOException {
    Path file = TestResources.copy("vhdl/matched.vhd", folder);
    assertThatThrownBy(
            () -> TestGhdl.ofRelease("trixie").elaborate(Sources.of(List.of(file)), "matched"))
        .hasMessageContaining(file + ":15: GHDL before 6.0 ignores choices");
    GhdlComparison.check(TestGhdl.ofRelease("sid"), folder, List.of(file), "matched");
  }

  @Test
  void aConstantInAFunctionThatGhdlMirrorsIsRefused() throws IOException {
    String text =
        """
        library ieee; use ieee.std_logic_1164.all;
        entity divided is port (s : in std_logic; y : out std_logic_vector(3 downto 0)); end;
        architecture rtl of divided is
          function f(s : std_logic) return std_logic_vector is
            variable v : std_logic_vector(3 downto 0) := "0001";
          begin
            if s = '1' then v(3) := '1'; end if;
            return v;
          end;
          constant K : std_logic_vector(3 downto 0) := f('1');
        begin
          y <= CALL;
        end;
        """;
    Path constant = Files.writeString(folder.resolve("constant.vhd"), text.replace("CALL", "K"));
    assertThat(translated(constant)).contains("4'h9");
    TestGhdl.assumeOldest();
    Path gates = Files.writeString(folder.resolve("gates.vhd"), text.replace("CALL", "f(s)"));
    assertThatThrownBy(() -> translated(gates))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.SOURCE_UNSUPPORTED))
        .hasMessageContaining("gates.vhd:5")
        .hasMessageContaining("'v'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "y <= x\"12345678_00000000\" when a(0) = '1' else (others => '0'); -- highest word",
        "y <= (63 => '1', others => '0') when a(0) = '1' else (others => '0'); -- highest word"
      })
  void unfixableConstantsAreRefusedWithTheLine(String statement) throws IOException {
    TestGhdl.assumeOldest();
    assertThatIsRefused(statement);
  }

  @Test
  void aSearchForABitInAWideWordIsRefusedWithTheLine() throws IOException {
    assertThatIsRefused(
        "y <= std_logic_vector(to_signed(find_leftmost(a, '1'), 64)); -- search for a bit");
  }

  private void assertThatIsRefused(String statement) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("wrong.vhd"),
            """
            library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
            entity divided is
              port (a : in unsigned(4 downto 0); y, z : out std_logic_vector(63 downto 0));
            end;
            architecture rtl of divided is begin
              z <= (others => '0');
              STATEMENT
            end;
            """
                .replace("STATEMENT", statement));
    assertThatThrownBy(() -> translated(file))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.SOURCE_UNSUPPORTED))
        .hasMessageContaining(file + ":7:")
        .hasMessageContaining(statement.replaceFirst(".*-- ", ""));
  }

  private static String translated(Path file) throws IOException {
    try (PreparedSources prepared =
        PreparedSources.of(Sources.of(List.of(file)), "divided", Duration.ofMinutes(1))) {
      return Files.readString(prepared.sources().files().getLast());
    }
  }
}
