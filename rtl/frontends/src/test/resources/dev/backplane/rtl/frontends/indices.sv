`define K (2+3)
`define W8 8'd7
// Indices that may lie outside, in all forms that an expression has. Verilator cuts them to the bits of valid ones.
module indices(input clk, input [2:0] i, input [3:0] j, input c, input signed [3:0] n, input signed [3:0] m, input [7:0] d,
  output reg [9:0] a0,a1,a2,a3,a4,a5,a6,a7,a8,a9,b0,b1,b2,b3, output reg [6:1] e0,e1,e2,e3, output reg [0:11] f0,f1,f2, output reg [7:0] g0);
  typedef struct packed { logic [2:0] p; logic [1:0] q; } inner;
  typedef struct packed { logic [3:0] hi; inner in; logic [1:0] lo; } outer;
  outer s; assign s = {j, n[2:0], d[3:2], d[1:0]};
  reg [7:0] mem [2:6];
  integer k;
  always_comb begin
    a0 = 0; a0[s.hi] = 1;
    a1 = 0; a1[s.lo + s.hi + 4'd3] = 1;
    a2 = 0; a2[5'd0 + s.in.q + s.hi] = 1;
    a3 = 0; a3[n < m ? n : m] = 1;
    a4 = 0; a4[n < j ? n : j] = 1;
    a5 = 0; a5[c ? n : i] = 1;
    a6 = 0; a6[`K + i] = 1;
    a7 = 0; a7[i * `K] = 1;
    a8 = 0; a8[`W8 + i - 2 -: 3] = d[2:0];
    a9 = 0; a9[{i, c} - 1] = 1;
    b0 = 0; b0[!c ? j : {c, i}] = 1;
    b1 = 0; b1[(&i) + (|j) + (^d) + j] = 1;
    b2 = 0; b2[n >= 0 && m > 1 || c ? j : 12] = 1;
    b3 = 0; b3[(n > m) + (n <= m) * 10 + (i != j) * 2] = 1;
    e0 = 0; e0[i == 0 ? 6 : i + c] = 1;
    e1 = 0; e1[n] = 1;
    e2 = 0; e2[{c, c} + i -: 2] = d[1:0];
    e3 = 0; e3[c ? i : j +: 3] = d[2:0];
    f0 = 0; f0[c ? n : j] = 1;
    f1 = 0; f1[j + s.lo +: 4] = d[3:0];
    f2 = 0; f2[{1'b0, n[1:0], c} * 2 -: 2] = d[1:0];
  end
  always @(posedge clk) begin mem[c ? j : i + 1] <= d; g0 <= mem[2] ^ mem[3] ^ mem[4] ^ mem[5] ^ mem[6]; end
  initial for (k = 2; k < 7; k = k + 1) mem[k] = 0;
endmodule
