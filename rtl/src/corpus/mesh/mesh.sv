// SPDX-License-Identifier: Apache-2.0
//
// About 15 000 operations on words: a net of cells that all differ a little, each with four registers, an
// adder, a multiplier, rotations, comparisons and choices, and each listening to two others far away.
module mesh #(
    parameter CELLS = 480
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [31:0] in,
    input  logic [8:0]  select,
    output logic [31:0] out,
    output logic [31:0] sum
);
  logic [32*CELLS-1:0] state;

  genvar g;
  generate
    for (g = 0; g < CELLS; g = g + 1) begin : cells
      mesh_cell #(.INDEX(g)) one (
          .clk(clk),
          .rst(rst),
          .in(g == 0 ? in : 32'd0),
          .near(state[32 * ((g + CELLS - 1) % CELLS) +: 32]),
          .far(state[32 * ((g * 7 + 31) % CELLS) +: 32]),
          .state(state[32 * g +: 32])
      );
    end
  endgenerate

  integer i;
  logic [31:0] mixed;

  always_comb begin
    mixed = 32'd0;
    for (i = 0; i < CELLS; i = i + 1) mixed = {mixed[30:0], mixed[31]} ^ state[32*i +: 32];
  end

  always_ff @(posedge clk) begin
    sum <= mixed;
    out <= state[32*select +: 32];
  end
endmodule

module mesh_cell #(
    parameter INDEX = 0
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [31:0] in,
    input  logic [31:0] near,
    input  logic [31:0] far,
    output logic [31:0] state
);
  localparam TURN = 1 + INDEX % 31;
  localparam [31:0] SALT = 32'h9e3779b9 * (INDEX + 1);

  logic [31:0] a, b, c, next_a, next_b, next_c;
  logic [15:0] count;
  logic [31:0] turned, scaled, chosen, clipped, swapped;
  logic        greater, even, wrap;

  assign turned  = (near << TURN) | (near >> (32 - TURN));
  assign scaled  = far * SALT;
  assign greater = a > scaled;
  assign even    = ^far[15:0];
  assign wrap    = count == 16'd1000 + INDEX;
  assign swapped = {far[7:0], near[15:8], a[23:16], b[31:24]};
  assign chosen  = greater ? turned ^ b : even ? scaled - c : swapped;
  assign clipped = (chosen[31:24] == 8'hff) ? 32'h00ffffff : chosen;
  assign next_a  = a + clipped + in;
  assign next_b  = (b ^ (a & ~near)) + {16'd0, count};
  assign next_c  = wrap ? SALT : (c | far) - (b >> count[3:0]);
  assign state   = a ^ (count[0] ? c : b);

  always_ff @(posedge clk) begin
    if (rst) begin
      a     <= SALT;
      b     <= ~SALT;
      c     <= 32'd0;
      count <= 16'd0;
    end else begin
      a     <= next_a;
      b     <= next_b;
      c     <= next_c;
      count <= wrap ? 16'd0 : count + 16'd1;
    end
  end
endmodule
