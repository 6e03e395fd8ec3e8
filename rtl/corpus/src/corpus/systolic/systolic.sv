// SPDX-License-Identifier: Apache-2.0
//
// A square of SIZE x SIZE cells that multiplies matrices of signed bytes: rows of one come from the left,
// columns of the other from above, each cell adds up a product a cycle, and sums leave downwards.
module systolic_cell #(
    parameter int BITS = 8,
    parameter int SUM  = 24
) (
    input  logic                   clk,
    input  logic                   clear,
    input  logic                   drain,
    input  logic signed [BITS-1:0] left,
    input  logic signed [BITS-1:0] above,
    input  logic signed [SUM-1:0]  sum_in,
    output logic signed [BITS-1:0] right,
    output logic signed [BITS-1:0] below,
    output logic signed [SUM-1:0]  sum
);
  always_ff @(posedge clk) begin
    right <= left;
    below <= above;
    if (clear) sum <= '0;
    else if (drain) sum <= sum_in;
    else sum <= sum + left * above;
  end
endmodule

module systolic #(
    parameter int SIZE = 8,
    parameter int BITS = 8,
    parameter int SUM  = 24
) (
    input  logic                                 clk,
    input  logic                                 clear,
    input  logic                                 drain,
    input  logic signed [SIZE-1:0][BITS-1:0]     rows,
    input  logic signed [SIZE-1:0][BITS-1:0]     columns,
    output logic [SIZE-1:0][SUM-1:0]             results,
    output logic [SUM-1:0]                       corner
);
  logic signed [BITS-1:0] across[SIZE][SIZE+1];
  logic signed [BITS-1:0] down[SIZE+1][SIZE];
  logic signed [SUM-1:0]  sums[SIZE+1][SIZE];

  for (genvar r = 0; r < SIZE; r++) begin : row
    assign across[r][0] = rows[r];
    assign down[0][r]   = columns[r];
    assign sums[0][r]   = '0;
    assign results[r]   = sums[SIZE][r];
    for (genvar c = 0; c < SIZE; c++) begin : column
      systolic_cell #(.BITS(BITS), .SUM(SUM)) one (
          .clk, .clear, .drain,
          .left(across[r][c]), .above(down[r][c]), .sum_in(sums[r][c]),
          .right(across[r][c+1]), .below(down[r+1][c]), .sum(sums[r+1][c])
      );
    end
  end

  assign corner = sums[SIZE][SIZE-1] ^ {across[SIZE-1][SIZE], down[SIZE][0], 8'd0};
endmodule
