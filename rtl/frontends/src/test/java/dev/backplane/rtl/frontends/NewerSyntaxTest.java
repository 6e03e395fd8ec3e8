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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Syntax that Verilator 5.006 does not know is read with it, and means the same with newer ones.
 */
class NewerSyntaxTest {
  private static final String RECURSION =
      """
      module t #(parameter N = 5) (input [7:0] a, output [7:0] bad);
        function automatic [31:0] fact(input [31:0] n);
          fact = n <= 1 ? 1 : n * fact(n - 1);
        endfunction : fact
        function automatic int fib(int n);
          if (n < 2) return n;
          return fib(n - 1) + fib(n - 2); // fib(n)
        endfunction
        function automatic logic [7:0] rev(input logic [7:0] x, input int n);
          if (n == 0) return 0;
          return (rev(x >> 1, n - 1)) | (8'(x[0]) << (n - 1));
        endfunction
        localparam F = fact(N), G = fib(10);
        wire [7:0] r;
        for (genvar k = 0; k < 8; k++) assign r[k] = a[7 - k];
        assign bad = {F != 120, G != 55, rev(a, 8) != r, fact(3) * a != 6 * a};
      endmodule
      """;

  private static final String LET =
      """
      package p;
        let twice(x) = 2 * x;
      endpackage
      module t(input [7:0] a, b, output [7:0] bad);
        let larger(x, y) = x > y ? x : y; // let larger be
        let odd = ^a;
        let add(x, y = 8'd3) = x + y;
        let both(x) = larger(x, add(x));
        let letter = 8'd1;
        wire [7:0] m = a > b ? a : b;
        wire [7:0] n = b & 8'h0f;
        assign bad[0] = larger(a, b) != m;
        assign bad[1] = odd() != ^a;
        assign bad[2] = odd != ^a;
        assign bad[3] = add(a ^ b) != 8'((a ^ b) + 3) && 1'b0;
        assign bad[4] = 8'(add(.y(a), .x(b))) != 8'(a + b);
        assign bad[5] = both(n) != n + 3;
        assign bad[6] = p::twice(a | 1) != 2 * (a | 1);
        assign bad[7] = letter != 1;
      endmodule
      """;

  private static final String LOOPS =
      """
      module t(input [7:0] a, output logic [7:0] bad);
        logic [7:0] r, s, u, v;
        int i, j;
        always_comb
          for (int i = 0, j = 7; i < 8; i++, j--) r[i] = a[j];
        always_comb begin
          s = 0;
          for (i = 0, j = 7; i < j; i++, j--) begin
            if (a[i]) continue;
            s[i] = a[j];
          end
          u = 0;
          for (int k = 0, m = k + 1; k < 4; k++) if (a[k]) for (int x = 0, byte y = 3; x < 2; x++, y--) u ^= x + y + m; else u += 1;
        end
        always_comb begin
          v = 0;
          for (int k = 0; k < 4; k++)
            if (a[k]) for (int x = 0; x < 2; x++) v ^= x + (3 - x) + 1;
            else v += 1;
        end
        logic [7:0] w;
        for (genvar k = 0; k < 8; k++) assign w[k] = a[7 - k];
        logic [7:0] z;
        always_comb begin
          z = 0;
          for (int k = 0; k < 4; k++) if (!a[k]) z[k] = a[7 - k];
        end
        assign bad = {r != w, s != z, u != v};
      endmodule
      """;

  private static final String GENERIC =
      """
      interface bus #(W = 4);
        logic [W-1:0] d;
        logic v;
        modport m(output d, v);
        modport s(input d, v);
      endinterface
      module source(interface b, input [3:0] x); // an interface
        assign b.d = x;
        assign b.v = ^x;
      endmodule
      module sink(input clk, interface.s b, output [7:0] y);
        assign y = {b.v, b.d};
      endmodule
      module middle(interface i, output [7:0] y);
        sink c(1'b0, i, y);
      endmodule
      module t(input [3:0] x, output [7:0] bad);
        wire [7:0] y, z;
        bus b();
        bus #(6) b2 (), b3 ();
        source p(.b(b.m), .x(x));
        middle m(.i(b), .y);
        assign b2.d = {x, 2'b10}, b2.v = 1;
        middle m2(b2, z);
        assign bad = {y != {^x, x}, z != {1'b1, x, 2'b10}};
      endmodule
      """;

  private static final String OPEN_RANGES =
      """
      module t(input [7:0] x, input signed [3:0] s, output logic [7:0] bad);
        assign bad[0] = x inside {[5:$]} != (x >= 5);
        assign bad[1] = x inside {[$:4], 9} != (x <= 4 || x == 9);
        assign bad[2] = (s inside {[-2:$]}) != (s >= -2);
        assign bad[3] = (s inside {[$:-3], [3:$]}) != (s < -2 || s > 2);
        assign bad[4] = x[3:0] inside {[8'd12:$]} != (x[3:0] >= 12);
        assign bad[5] = x inside {[300:$]};
        assign bad[6] = !(x + 9'd1 inside {[$:9'd511]});
        assign bad[7] = s + 8'sd1 inside {[$:8'sd0]} != (s < 0);
      endmodule
      """;

  @TempDir Path folder;

  @Test
  void openRangesOfACaseAreReadWithNewVersions() throws IOException {
    SameBehaviour.check(
        TestVerilator.ofRelease("sid"),
        folder,
        """
        module t(input [3:0] x, input signed [3:0] s, output logic [7:0] bad);
          logic [1:0] k, m;
          always_comb begin
            case (x) inside [12:$]: k = 3; [$:2]: k = 2; [4:300]: k = 1; default: k = 0; endcase
            case (s) inside [4'sd2:$]: m = 3; [$:-4'sd3]: m = 2; default: m = 0; endcase
          end
          assign bad[1:0] = k ^ (x >= 12 ? 2'd3 : x <= 2 ? 2'd2 : x >= 4 ? 2'd1 : 2'd0);
          assign bad[3:2] = m ^ (s >= 2 ? 2'd3 : s <= -3 ? 2'd2 : 2'd0);
        endmodule
        """);
  }

  static List<String> designs() {
    return List.of(RECURSION, LET, LOOPS, GENERIC, OPEN_RANGES);
  }

  @ParameterizedTest
  @MethodSource("designs")
  void isReadWithTheInstalledVersion(String design) throws IOException {
    SameBehaviour.check(folder, design);
  }

  @ParameterizedTest
  @MethodSource("designs")
  void meansTheSameWithTheNewestVersion(String design) throws IOException {
    SameBehaviour.check(TestVerilator.ofRelease("sid"), folder, design);
  }

  @ParameterizedTest
  @ValueSource(strings = {"assign y = f(a, 60);", "assign y = f(a, a);"})
  void aRecursionThatDoesNotEndIsNoHardware(String use) throws IOException {
    assertThatThrownBy(() -> elaborate(use))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("t.sv:2: ")
        .hasMessageContaining("recursion");
  }

  @Test
  void aConstantOfARecursionThatDoesNotEndIsRefused() {
    assertThatThrownBy(() -> elaborate("localparam Q = f(3, 600); assign y = Q;"))
        .isInstanceOf(RtlException.class)
        // Verilator 5.032 says it of the use, and not of the function.
        .hasMessageMatching("(?s).*t.sv:2: .*recursion.*|.*t.sv:3: .*constant.*'f'.*");
  }

  private void elaborate(String use) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("t.sv"),
            """
            module t(input [7:0] a, output [7:0] y);
              function automatic [7:0] f(input [7:0] x, input int n); if (n == 0) return x; return f(x, n - 1) + 1; endfunction
              %s
            endmodule
            """
                .formatted(use));
    TestVerilator.frontEnd().elaborate(Sources.of(List.of(file)), "t");
  }
}
