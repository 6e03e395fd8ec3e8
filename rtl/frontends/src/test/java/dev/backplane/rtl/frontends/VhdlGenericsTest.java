package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of generics of the top, of every type, in the synthesised gates. */
class VhdlGenericsTest {
  private static final String SOURCE =
      """
      library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
      entity given is
        generic (N : integer := 4; B : boolean := false; S : string := "abc"; L : std_logic := '0';
                 V : std_logic_vector(63 downto 0) := (others => '0'); U : unsigned := "01";
                 D : std_logic_vector(N - 1 downto 0) := (others => '0'); R : real := 1.0);
        port (n_o : out std_logic_vector(31 downto 0); v_o : out std_logic_vector(63 downto 0);
              u_o, s_o : out std_logic_vector(15 downto 0); b_o, l_o : out std_logic);
      end;
      architecture rtl of given is
        function bit_of(x : boolean) return std_logic is
        begin
          if x then return '1'; end if;
          return '0';
        end;
      begin
        n_o <= std_logic_vector(to_signed(N, 32));
        v_o <= V;
        u_o <= std_logic_vector(resize(U, 16));
        s_o <= std_logic_vector(to_unsigned(character'pos(S(S'left)) + 256 * S'length, 16));
        b_o <= bit_of(B);
        l_o <= L;
      end;
      """;

  @TempDir Path folder;

  @BeforeEach
  void ghdlIsThere() {
    assumeTrue(TestGhdl.isInstalled(), "GHDL is not installed");
  }

  private String translated(Map<String, String> generics) throws IOException {
    Path file = Files.writeString(folder.resolve("given.vhd"), SOURCE);
    try (PreparedSources prepared =
        PreparedSources.of(
            Sources.of(List.of(file)).withParameters(generics), "given", Duration.ofMinutes(1))) {
      return Files.readString(prepared.sources().files().getLast());
    }
  }

  /** The constant value of a port, in hexadecimal digits. */
  private static String constant(String verilog, String port) {
    String net = verilog.replaceAll("(?s).*assign " + port + " = (\\w+);.*", "$1");
    return verilog.replaceAll("(?s).*assign " + net + " = \\d+'h([0-9a-f]+);.*", "$1");
  }

  @Test
  void valuesOfEveryTypeAreUsed() throws IOException {
    Map<String, String> generics = new HashMap<>();
    generics.put("N", "-5");
    generics.put("B", "TRUE");
    generics.put("S", "zoo.");
    generics.put("L", "1");
    generics.put("v", "0x1234567890abcdef");
    generics.put("U", "6'b110011");
    String verilog = translated(generics);
    assertThat(constant(verilog, "n_o")).isEqualTo("fffffffb");
    assertThat(constant(verilog, "b_o")).isEqualTo("1");
    assertThat(constant(verilog, "s_o")).isEqualTo("47a");
    assertThat(constant(verilog, "l_o")).isEqualTo("1");
    assertThat(constant(verilog, "v_o")).isEqualTo("1234567890abcdef");
    assertThat(constant(verilog, "u_o")).isEqualTo("33");
  }

  @Test
  void numbersFollowTheSyntaxOfVerilog() throws IOException {
    String verilog = translated(Map.of("V", "64'hfedc_ba98_7654_3210", "N", "8'd10", "B", "1'b1"));
    assertThat(constant(verilog, "v_o")).isEqualTo("fedcba9876543210");
    assertThat(constant(verilog, "n_o")).isEqualTo("a");
    assertThat(constant(verilog, "b_o")).isEqualTo("1");
    assertThat(constant(translated(Map.of("V", "-2")), "v_o")).isEqualTo("fffffffffffffffe");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "N | 5000000000 | 32 bits",
        "N | abc | an integer",
        "B | maybe | a boolean",
        "L | 2 | a bit",
        "V | 0x12345678123456789 | a vector of 64 bits",
        "U | 5 | 4'b0101",
        "D | 5 | vector",
        "R | 2.5 | type",
        "WIDTH | 8 | n, b, s, l, v, u, d, r"
      })
  void aValueThatAGenericCannotHaveIsRefusedByName(String name, String value, String says) {
    assertThatThrownBy(() -> translated(Map.of(name, value)))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("given")
        .hasMessageContaining("'" + name + "'")
        .hasMessageContaining(says);
  }
}
