package dev.backplane.rtl.frontends;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index is held to its range however its text is written: with macros, on several lines. */
class WrittenIndicesTest {
  @TempDir Path folder;

  @Test
  void macrosInIndicesAndAroundThemAreFollowed() throws IOException {
    Files.writeString(
        folder.resolve("macros.vh"),
        """
        `ifndef MACROS
        `define MACROS
        `define TWICE(x) ((x) * 2) // x + x
        `define PLUS(a, b) \\
          a + /* and */ \\
          b
        `define AT(i) `PLUS(`TWICE(i), `OFFSET)
        `define OFFSET 3
        `define MINUS -1
        `define NAME(n) r``n
        `define SET(v, i, d) begin v[i] <= d; v[`TWICE(i) +: 2] <= {2{d}}; end
        `define SHOW(x) $display("[%0d  %m]", x[0]);
        `endif
        """);
    SameBehaviour.check(
        folder,
        """
        `include "macros.vh"
        module t(input clk, input [3:0] i, input [2:0] j, input d, output logic [7:0] bad);
          logic [7:0] r0 = 0, r1 = 0, r2 = 0, s0 = 0, s1 = 0, s2 = 0;
          always_ff @(posedge clk) begin
            r0[`AT(i)] <= d;
            `SET(r1, i, d)
            `NAME(2)[i - `MINUS] <= d; `NAME(2)[`PLUS(i, j)] <= !d;
          end
          wire [5:0] at = 2 * i + 3, next = i + 1;
          wire [3:0] plus = i + j; // as wide as the index itself
          always_ff @(posedge clk) begin
            if (at < 8) s0[at] <= d;
            if (i < 8) s1[i] <= d;
            if (2 * i < 8) s1[2 * i] <= d;
            if (2 * i + 1 < 8) s1[2 * i + 1] <= d;
            if (next < 8) s2[next] <= d;
            if (plus < 8) s2[plus] <= !d;
          end
          assign bad = {r0 != s0, r1 != s1, r2 != s2, r0[`AT(j)] != (2 * j + 3 < 8 ? s0[2 * j + 3] : 1'b0)};
        endmodule
        """);
  }

  @Test
  void indicesOnSeveralLinesAndWithCommentsAreFollowed() throws IOException {
    SameBehaviour.check(
        folder,
        """
        module t(input clk, input [3:0] i, input [2:0] j, input d, output logic [7:0] bad);
          logic [7:0] r = 0, s = 0;
          wire [3:0] plus = i + j;
          logic [3:0] m [0:8], n [0:8];
          initial for (int k = 0; k < 9; k++) begin m[k] = 0; n[k] = 0; end
          always_ff @(posedge clk) begin
            r[i
              + /* the other ] */ j
            ] <= d;
            r[// from here
              2 * j
              +: 2] <= {d, d};
            m[i /* word */][j] <= d;
            m[i + /* word */ 2]
             [j]
              <= !d;
          end
          always_ff @(posedge clk) begin
            if (plus < 8) s[plus] <= d;
            for (int k = 0; k < 2; k++) if (2 * j + k < 8) s[2 * j + k] <= d;
            if (i < 9 && j < 4) n[i][j] <= d;
            if (i + 2 < 9 && j < 4) n[i + 2][j] <= !d;
          end
          always_comb begin
            bad = 0;
            bad[0] = r != s;
            for (int k = 0; k < 9; k++) if (m[k] != n[k]) bad[1] = 1;
          end
        endmodule
        """);
  }
}
