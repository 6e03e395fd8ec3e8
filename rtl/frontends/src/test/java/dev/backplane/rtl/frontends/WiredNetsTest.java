package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drivers of {@code wand} and {@code wor} are joined, of whatever kind they are. */
class WiredNetsTest {
  private static final String NETS =
      """
      module t(input [3:0] a, b, output wand [3:0] y, /* wor */ z, output trior q, output bad);
        parameter K = 4'd13;
        assign y = a;
        assign y = b; // wand x;
        assign z = a | 4'd8;
        sub s0 (.x(b), .y(z));
        sub #(2) s1 [1:0] (.x({a[1:0], b[1:0]}), .y({z[1:0], q, z[2]}));
        assign q = a[0];
        triand [3:0] n;
        assign n = a;
        assign n[1:0] = b[1:0], n[3:2] = b[2:1];
        wand signed [3:0] c = K, d = b;
        assign c = b;
        assign {c[0], d} = {a[0], K};
        wire [1:0] e;
        genvar i;
        generate
          for (i = 0; i < 2; i = i + 1) begin : g
            wor w;
            assign w = a[i];
            assign w = b[i + 1];
            assign e[i] = w;
            if (i == 1) assign w = 1'b1;
          end
        endgenerate
        wire [3:0] sb = b & 4'd6;
        wire [1:0] pa = a[1:0] & 2'b10, pb = b[1:0] & 2'b10;
        assign bad = {y, z, q, n, c, d, e} != {
          a & b, (a | 4'd8) & sb & {1'b1, pb[0], pa},
          a[0] | pb[1], a & {b[2:1], b[1:0]}, K & b & {3'b111, a[0]}, b & K,
          1'b1, a[0] | b[1]};
      endmodule
      module sub #(parameter N = 4) (input [N-1:0] x, output [N-1:0] y);
        assign y = x & 4'h6;
      endmodule
      """;

  @TempDir Path folder;

  @Test
  void driversOfWiredNetsAreJoined() throws IOException {
    SameBehaviour.check(folder, NETS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"trixie", "sid"})
  void newerVersionsAreNoDifferent(String release) throws IOException {
    SameBehaviour.check(TestVerilator.ofRelease(release), folder, NETS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wire x; assign x = 1'b0; assign x = a; assign y = x;",
        "assign y = 1'b1; assign y = a;",
        "wire x = a; assign x = 1'b1; assign y = x;",
        "assign y = 1'b0; c c(.i(a), .o(y));"
      })
  void aConstantIsADriverOfAPlainWireToo(String body) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("t.v"),
            "module t(input a, output y);\n%s\nendmodule\n".formatted(body)
                + "module c(input i, output o); assign o = i; endmodule\n");
    assertThatThrownBy(() -> TestVerilator.frontEnd().elaborate(Sources.of(List.of(file)), "t"))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("several drivers");
  }
}
