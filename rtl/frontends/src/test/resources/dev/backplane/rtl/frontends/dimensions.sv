// Each dimension of a packed array is left by itself: "same" compares with loops over the places that are there.
module dimensions(input clk, input [2:0] i, j, input signed [3:0] n, input [3:0] d, input c, output [7:0] same, output logic [2:0][4:0] r0);
 logic [2:0][4:0] o0, e0; logic [3:1][2:0][3:0] o1, e1; logic [0:2][5:2] o2, e2; logic [2:0][4:0] q = 0, qe = 0; logic [1:0][3:0] m [0:2], me [0:2];
 always_comb begin
   o0 = 0; o0[i][j] = 1; e0 = 0; for (int a = 0; a < 3; a++) for (int b = 0; b < 5; b++) if (i == a && j == b) e0[a][b] = 1;
   o1 = 0; o1[i][c][j] = d[0]; e1 = 0; 
   o2 = 0; o2[i + 1][n] = 1; e2 = 0;
   for (int a = 0; a < 3; a++) for (int b = 2; b < 6; b++) if (i + 1 == a && n == b) e2[a][b] = 1;
   e1 = 0; for (int a = 1; a < 4; a++) for (int b = 0; b < 3; b++) for (int k = 0; k < 4; k++) if (i == a && c == b && j == k) e1[a][b][k] = d[0];
 end
 always_ff @(posedge clk) begin q[n][j] <= d[0]; for (int a = 0; a < 3; a++) for (int b = 0; b < 5; b++) if (n == a && j == b) qe[a][b] <= d[0]; 
  m[i][n][j] <= c; for (int a = 0; a < 3; a++) for (int b = 0; b < 2; b++) for (int k = 0; k < 4; k++) if (i == a && n == b && j == k) me[a][b][k] <= c; end
 initial for (int a = 0; a < 3; a++) begin m[a] = a; me[a] = a; end
 wire rb = q[i][n]; logic re; always_comb begin re = 0; for (int a = 0; a < 3; a++) for (int b = 0; b < 5; b++) if (i == a && n == b) re = q[a][b]; end
 logic [1:0] rs, rse; always_comb begin rs = q[i[0]][1 + j[0] +: 2]; rse = 0; for (int a = 0; a < 2; a++) for (int b = 0; b < 2; b++) if (i[0] == a && j[0] == b) rse = q[a][1+b +: 2]; end
 assign same = {rs == rse, rb == re, m[0] == me[0], m[1] == me[1] && m[2] == me[2], q == qe, o2 == e2, o1 == e1, o0 == e0}, r0 = q;
endmodule
