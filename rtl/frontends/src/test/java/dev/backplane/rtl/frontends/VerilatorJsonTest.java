package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.NamedPins;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the front end reads of newer versions of Verilator, which write JSON. */
class VerilatorJsonTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "4.228, false",
    "5.006, false",
    "5.043, false",
    "5.044, true",
    "5.100, true",
    "6.0, true"
  })
  void jsonIsReadWhereItSaysAll(String version, boolean json) {
    assertThat(new Verilator(Path.of("verilator"), version).writesJson()).isEqualTo(json);
  }

  @Test
  void jumpsLeadWhereTheTreeSays() throws IOException {
    assertThat(
            output(
                """
                module t(input logic [7:0] a, output logic [7:0] y);
                  always_comb begin
                    int i;
                    y = 0;
                    i = 0;
                    do begin
                      i++;
                      if (a[i]) continue;
                      y = y + 8'(i);
                      if (i == 5) break;
                    end while (i < 7);
                  end
                endmodule
                """,
                0b0001_0100))
        .isEqualTo(1 + 3 + 5);
  }

  @Test
  void namesAreTheDeclarationsThatTheTreePointsAt() throws IOException {
    assertThat(
            output(
                """
                package one; localparam int STEP = 3; function automatic int f(int x); return x + STEP; endfunction endpackage
                package two; localparam int STEP = 50; function automatic int f(int x); return x + STEP; endfunction endpackage
                module t(input logic [7:0] a, output logic [7:0] y);
                  import one::STEP;
                  import two::f;
                  function automatic int g(int STEP); return STEP + one::STEP; endfunction
                  assign y = 8'(f(STEP) + g(int'(a)));
                endmodule
                """,
                7))
        .isEqualTo(50 + 3 + 7 + 3);
  }

  @ParameterizedTest
  @CsvSource({"[0:9], 9", "[9:0], 0"})
  void elementsOfAnArrayKeepTheirPlaces(String range, int last) throws IOException {
    assertThat(
            output(
                """
                module t(input logic [7:0] a, output logic [7:0] y);
                  localparam logic [7:0] TABLE %s = '{10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
                  assign y = TABLE[a[3:0]];
                endmodule
                """
                    .formatted(range),
                last))
        .isEqualTo(19);
  }

  @Test
  void aStaticVariableOfAProcessWithAnInitialValueIsRefused() throws IOException {
    String source =
        """
        module t(input logic clk, output logic [7:0] y);
          always_ff @(posedge clk) begin static logic [7:0] n = 4; n = n + 1; y <= n; end
        endmodule
        """;
    // An assumption that fails inside an assertion would be a failure.
    FrontEnd frontEnd = TestVerilator.ofRelease("sid");
    assertThatThrownBy(() -> elaborate(frontEnd, source))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.SOURCE_UNSUPPORTED))
        .hasMessageContaining("t.sv:2")
        .hasMessageContaining("static variable");
  }

  private Elaboration elaborate(FrontEnd frontEnd, String source) throws IOException {
    Path file = Files.writeString(folder.resolve("t.sv"), source);
    return frontEnd.elaborate(Sources.of(List.of(file)), "t");
  }

  private int output(String source, int input) throws IOException {
    try (Engine engine =
        JvmEngine.compile(elaborate(TestVerilator.ofRelease("sid"), source).netlist())
            .newEngine()) {
      NamedPins.drive(NamedPins.pin(engine, "a"), BigInteger.valueOf(input));
      engine.settle();
      return NamedPins.pin(engine, "y").value().intValue();
    }
  }
}
