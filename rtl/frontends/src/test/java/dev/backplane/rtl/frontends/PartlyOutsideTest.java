package dev.backplane.rtl.frontends;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a part that leaves its dimension partly, the bits inside are read and written (11.5.1). */
class PartlyOutsideTest {
  @TempDir Path folder;

  @Test
  void partsOfInnerDimensionsKeepTheBitsThatAreInside() throws IOException {
    SameBehaviour.check(
        folder,
        """
        module t(input clk, input [1:0] i, input [2:0] j, input [3:0] d, output [7:0] bad);
          logic [2:0][7:0] o = 0, p = 0, r = 0, s = 0;
          logic [3:0] y, z;
          always_ff @(posedge clk) begin
            o[i][j +: 4] <= d;
            r[i][j -: 4] <= d;
          end
          always_ff @(posedge clk)
            for (int k = 0; k < 4; k++) begin
              if (i < 3 && j + k < 8) p[i][j + k] <= d[k];
              if (i < 3 && j >= 3 - k) s[i][j + k - 3] <= d[k];
            end
          always_comb
            for (int k = 0; k < 4; k++) begin
              y[k] = i < 3 && j + k < 8 ? o[i][j + k] : 1'b0;
              z[k] = i < 3 && j + k > 2 && j + k < 11 ? o[i][j + k - 3] : 1'b0;
            end
          assign bad = {o != p, r != s, o[i][j +: 4] != y, o[i][j -: 4] != z};
        endmodule
        """);
  }

  @Test
  void rangesMayAscendAndBeginAnywhereAndElementsMayBeWide() throws IOException {
    SameBehaviour.check(
        folder,
        """
        module t(input clk, input [2:0] i, input [3:0] j, input [11:0] d, output [7:0] bad);
          logic [5:2][1:9][2:0] o = 0, p = 0;
          logic [2:5][1:9] q = 0, r = 0;
          logic [11:0] y;
          logic [4:0] z;
          always_ff @(posedge clk) begin
            o[i][j +: 4] <= d;
            q[i][j -: 5] <= d[4:0];
          end
          always_ff @(posedge clk) begin
            for (int k = 0; k < 4; k++)
              if (i > 1 && i < 6 && j + k > 0 && j + k < 10) p[i][j + k] <= d[11 - 3 * k -: 3];
            for (int k = 0; k < 5; k++)
              if (i > 1 && i < 6 && j + k > 4 && j + k < 14) r[i][j + k - 4] <= d[4 - k];
          end
          always_comb begin
            y = 0;
            z = 0;
            for (int k = 0; k < 4; k++)
              if (i > 1 && i < 6 && j + k > 0 && j + k < 10) y[11 - 3 * k -: 3] = o[i][j + k];
            for (int k = 0; k < 5; k++)
              if (i > 1 && i < 6 && j + k > 4 && j + k < 14) z[4 - k] = q[i][j + k - 4];
          end
          assign bad = {o != p, q != r, o[i][j +: 4] != y, q[i][j -: 5] != z};
        endmodule
        """);
  }

  @Test
  void membersOfStructsAndWordsOfMemoriesAreDimensionsToo() throws IOException {
    SameBehaviour.check(
        folder,
        """
        module t(input clk, input [2:0] i, input [2:0] j, input [3:0] d, output [7:0] bad);
          typedef struct packed { logic [4:0] low; logic [5:0] x; logic [2:0] y; } part_t;
          part_t [2:0] o = 0, p = 0;
          logic [1:0][4:0] m [16], n [16];
          wire [3:0] at = {j[1:0], i[1:0]};
          logic [3:0] y;
          initial for (int k = 0; k < 16; k++) begin m[k] = 0; n[k] = 0; end
          always_ff @(posedge clk) begin
            o[i].x[j +: 4] <= d;
            o[1].low[j -: 2] <= d[1:0];
            m[at][i[0]][j +: 4] <= d;
          end
          always_ff @(posedge clk) begin
            for (int k = 0; k < 4; k++) if (i < 3 && j + k < 6) p[i].x[j + k] <= d[k];
            for (int k = 0; k < 2; k++) if (j + k > 0 && j + k < 6) p[1].low[j + k - 1] <= d[k];
            for (int k = 0; k < 4; k++) if (j + k < 5) n[at][i[0]][j + k] <= d[k];
          end
          always_comb begin
            y = 0;
            for (int k = 0; k < 4; k++) if (i < 3 && j + k < 6) y[k] = o[i].x[j + k];
          end
          assign bad = {o != p, m[at] != n[at], o[i].x[j +: 4] != y};
        endmodule
        """);
  }
}
