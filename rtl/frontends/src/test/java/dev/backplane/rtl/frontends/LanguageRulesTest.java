package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.ReferenceEngine;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules of SystemVerilog that Icarus does not know, with values by the text of IEEE 1800-2017. */
class LanguageRulesTest {
  @TempDir Path folder;

  @Test
  void arraysAreAssignedFromLeftToRightWhateverTheirDirection() throws IOException {
    // 7.6: the leftmost element to the leftmost element.
    check(
        """
        module t(input logic [7:0] a, output logic [7:0] y);
          logic [1:0] p [4], q [3:0], r [8:5], s [2:5];
          assign p[0] = a[1:0], p[1] = a[3:2], p[2] = a[5:4], p[3] = a[7:6];
          always_comb begin
            q = p;
            r[8:7] = q[1:0];
            r[6:5] = q[3:2];
            s = r;
          end
          assign y = {s[2], s[3], s[4], s[5]};
        endmodule
        """,
        a -> {
          int[] p = {a & 3, a >> 2 & 3, a >> 4 & 3, a >> 6 & 3};
          // q[3] is p[0], so q[1:0] is p[2], p[3].
          return p[2] << 6 | p[3] << 4 | p[0] << 2 | p[1];
        });
  }

  @Test
  void arraysOfOppositeDirectionsAreComparedPassedAndInitialisedFromLeftToRight()
      throws IOException {
    check(
        """
        module t(input logic [7:0] a, output logic [7:0] y);
          typedef logic [1:0] up_t [0:3];
          typedef logic [1:0] down_t [3:0];
          up_t p;
          down_t q, k = '{2'd3, 2'd2, 2'd1, 2'd0};
          function automatic logic [1:0] first(down_t of);
            return of[3];
          endfunction
          always_comb begin
            p = '{a[1:0], a[3:2], a[5:4], a[7:6]};
            q = '{a[1:0], a[3:2], a[5:4], a[7:6]};
          end
          assign y = {p == q, 1'b0, first(p), k[3], k[0]};
        endmodule
        """,
        a -> 0x80 | (a & 3) << 4 | 3 << 2);
  }

  /** Icarus Verilog 11 hits another word, and gets wide quotients wrong. */
  @Test
  void arraysOfArraysAndWideQuotientsAreAsTheLanguageHasThem() throws IOException {
    check(
        """
        module t(input logic [7:0] a, output logic [7:0] y);
          logic [7:0] m [0:1][0:3];
          always_comb begin
            for (int i = 0; i < 8; i++) m[i / 4][i % 4] = i + 16;
            m[0][a[2:0]] = 8'hee;
            y = m[1][1] ^ m[0][a[5:3]];
          end
        endmodule
        """,
        a -> {
          int at = a >> 3 & 7;
          return 21 ^ (at > 3 ? 0 : at == (a & 7) ? 0xee : at + 16);
        });
    BigInteger divisor = BigInteger.ONE.shiftLeft(65).subtract(BigInteger.ONE);
    check(
        """
        module t(input logic [7:0] a, output logic [7:0] y);
          wire [127:0] n = {8'h8f, a, 112'h000012345678_9abcdef013579bdf};
          wire [127:0] d = 128'h1_ffffffffffffffff, q = n / d;
          assign y = q[62:55];
        endmodule
        """,
        a -> {
          BigInteger dividend =
              new BigInteger("8f00000012345678" + "9abcdef013579bdf", 16)
                  .add(BigInteger.valueOf(a).shiftLeft(112));
          return dividend.divide(divisor).shiftRight(55).intValue() & 255;
        });
  }

  @Test
  void numbersMayHaveMoreThan65536Bits() throws IOException {
    check(
        """
        module t(input logic [7:0] a, output logic [7:0] y);
          wire [71519:0] m = 71520'h0 | {71512'd5, a} << 3;
          assign y = m[10:3] ^ m[18:11];
        endmodule
        """,
        a -> a ^ 5);
  }

  @Test
  void streamsFillAWiderTargetFromTheLeft() throws IOException {
    // 11.4.14.3
    check(
        """
        module t(input logic [7:0] a, output logic [15:0] y);
          assign y = {<<4{a}};
        endmodule
        """,
        a -> ((a & 15) << 4 | a >> 4) << 8);
    check(
        """
        module t(input logic [7:0] a, output logic [11:0] y);
          assign y = {>>{a}};
        endmodule
        """,
        a -> a << 4);
  }

  @Test
  void rangesWiderThanTheSubjectOfACaseInsideHoldIt() throws IOException {
    check(
        """
        module t(input logic [7:0] a, output logic [3:0] y);
          always_comb begin
            y = 0;
            case (a[3:0]) inside [8'd2:8'd9], 8'd31: y[0] = 1; default: y[0] = 0; endcase
            case (a) inside [4'd2:4'd9], 9'd300: y[1] = 1; default: y[1] = 0; endcase
            y[2] = a inside {[4'd2:4'd7], 9'd300};
            y[3] = a[3:0] inside {[3:20]};
          end
        endmodule
        """,
        a ->
            bit(within(a & 15, 2, 9), 0)
                | bit(within(a, 2, 9), 1)
                | bit(within(a, 2, 7), 2)
                | bit((a & 15) >= 3, 3));
  }

  @Test
  void processesThatWaitForNoTimeAtPowerUpRunLast() throws IOException {
    // As tools for high-level synthesis write it.
    check(
        """
        module t(input logic [7:0] a, output logic [7:0] y);
          reg [3:0] q, r;
          initial begin
            #0 q = 4'd9;
          end
          initial begin
            q = 4'd1;
            r = 4'd2;
          end
          always @(posedge a[0]) begin
            q <= q;
            r <= r;
          end
          assign y = {q, r};
        endmodule
        """,
        a -> 0x92);
  }

  private static boolean within(int value, int low, int high) {
    return value >= low && value <= high;
  }

  private static int bit(boolean value, int at) {
    return value ? 1 << at : 0;
  }

  private void check(String source, IntUnaryOperator expected) throws IOException {
    Path file = Files.writeString(folder.resolve("t.sv"), source);
    var netlist = TestVerilator.frontEnd().elaborate(Sources.of(List.of(file)), "t").netlist();
    try (Engine engine = new ReferenceEngine(netlist)) {
      for (int a = 0; a < 256; a++) {
        NamedPins.drive(NamedPins.pin(engine, "a"), BigInteger.valueOf(a));
        engine.settle();
        assertThat(NamedPins.pin(engine, "y").value().intValue())
            .as("y for a = %d", a)
            .isEqualTo(expected.applyAsInt(a));
      }
    }
  }
}
