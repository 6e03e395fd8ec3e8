package dev.backplane.rtl.frontends;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ports of headers may be parts, joins, and other names than those inside (23.2.2.1). */
class PortExpressionsTest {
  private static final String DESIGN =
      """
      module t(input clk, input [7:0] a, b, input c, output [7:0] bad);
        wire [3:0] p, q, o;
        wire [3:0] r;
        wire [2:0] y;
        wire signed [2:0] v;
        wire [2:0] w;
        parts u0 (.a(a[3:0]), .b(b[3:0]), .c(c), .d(b[7:4]), .e(a[7:4]), .o({p, q}), .f());
        others u1 (.a(a[3:0]), .b(b[3:0]), .clk(clk), .q(), .r(r), .y(y), .u(v));
        halves u2 (p1, p2, c, a, c);
        wire [3:0] p1, p2;
        place u3 ({a[0], b}, w, c);
        assign bad[0] = p != a[3:0] + b[3:0];
        assign bad[1] = q != (a[7:4] ^ b[7:4] ^ {4{c}});
        reg [2:0] s = 0;
        reg m = 0;
        always @(posedge clk) begin
          s <= a[3:0] + b[3:0];
          m <= ^b[3:0];
        end
        assign bad[2] = r != {m, s};
        assign bad[3] = y != {m, s[2:1]};
        assign bad[4] = v != s;
        assign bad[5] = {p2, p1} != 8'(a + 2 * c);
        assign bad[6] = w != {a[0], b[0], c};
      endmodule
      /* m(.x(y)); */
      module parts(.a(x[3:0]), .b({y, z}), .c(w), d, .e(x[7:4]), .o({p, q}), .f());
        input [7:0] x; // both
        input y;
        input [2:0] z; input w;
        input [3:0] d;
        output [3:0] p;
        output reg [3:0] q;
        assign p = x[3:0] + {y, z};
        always @* q = x[7:4] ^ d ^ {4{w}};
      endmodule
      module others(.a(b), .b(a), .clk(c), .q(), .r(t), .y({r, s[2:1]}), .u(v));
        input [3:0] a, b;
        input c;
        output r;
        output [2:0] s;
        reg [2:0] s = 0;
        output [3:0] t;
        output signed [2:0] v;
        reg r = 0;
        always @(posedge c) begin
          s <= a + b;
          r <= ^a;
        end
        assign t = {r, s};
        assign v = s;
      endmodule
      module halves(
          output .P1(r[3:0]), output .P2(r[7:4]), input R, input [7:0] k, input .S(z));
        logic [7:0] r;
        logic z;
        assign r = k + R + z;
      endmodule
      module place({a, b}, y[2:0], c);
        input a;
        input [W-1:0] b;
        input c;
        output [3:0] y;
        parameter W = 8;
        assign y = {1'b1, a, b[0], c};
      endmodule
      """;

  @TempDir Path folder;

  @Test
  void expressionsInHeadersAreConnected() throws IOException {
    SameBehaviour.check(folder, DESIGN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"trixie", "sid"})
  void newerVersionsAreNoDifferent(String release) throws IOException {
    SameBehaviour.check(TestVerilator.ofRelease(release), folder, DESIGN);
  }
}
