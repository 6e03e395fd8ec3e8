package dev.backplane.rtl.frontends;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An input that an instance leaves out has the value that its module gives it (23.2.2.4). */
class PortDefaultsTest {
  private static final String DESIGN =
      """
      package p;
        typedef enum logic [1:0] {A = 1, B = 2} e_t;
        parameter int N = 3;
      endpackage
      module t(input [3:0] x, output [7:0] bad);
        wire [7:0] y [6];
        s s0 (.b(x), .y(y[0]));
        s s1 (.a(x), .b(x), .y(y[1]));
        s #(.K(7)) s2 (.b(x), .y(y[2]), .e(p::A));
        s s3 (y[3], x);
        s s4 [1:0] (.b({x, ~x}), .y({y[4], y[5]}), .c(1'b0));
        wire [3:0] nx = ~x;
        assign bad[0] = y[0] != 8'(5 + x) + 8'd2 + 8'd16 - 8'd1;
        assign bad[1] = y[1] != 8'(x + x) + 8'd2 + 8'd16 - 8'd1;
        assign bad[2] = y[2] != 8'(7 + x) + 8'd1 + 8'd16 - 8'd1;
        assign bad[3] = y[3] != y[0];
        assign bad[4] = y[4] != 8'(5 + x) + 8'd2 - 8'd1;
        assign bad[5] = y[5] != 8'(5 + nx) + 8'd2 - 8'd1;
        assign bad[7:6] = 0;
      endmodule
      module s import p::*; #(parameter K = 5) (
        output logic [7:0] y,
        input logic [3:0] b,
        input wire [3:0] a = K, // the = of a comment
        input e_t e = B,
        input c = 1'b1,
        input logic signed [1:0] d = -1, f = '1);
        assign y = a + b + e + (c ? 16 : 0) + 8'(d) + 8'(f) - 8'(f);
      endmodule
      """;

  @TempDir Path folder;

  @Test
  void inputsThatAreLeftOutHaveTheirDefault() throws IOException {
    SameBehaviour.check(folder, DESIGN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"trixie", "sid"})
  void newerVersionsAreNoDifferent(String release) throws IOException {
    SameBehaviour.check(TestVerilator.ofRelease(release), folder, DESIGN);
  }
}
