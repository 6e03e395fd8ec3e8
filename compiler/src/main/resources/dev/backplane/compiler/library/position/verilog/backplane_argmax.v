// SPDX-License-Identifier: Apache-2.0
//
// Which of EXTENT elements is the largest: the index of the first of them, for each such group.
module backplane_argmax #(
    parameter IN_WIDTH    = 8,
    parameter OUT_WIDTH   = 4,
    parameter EXTENT      = 8,
    parameter COUNT_WIDTH = 3
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire [IN_WIDTH-1:0]  in_data,
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [OUT_WIDTH-1:0] out_data
);
  localparam [31:0] LAST_32 = EXTENT - 1;
  localparam [COUNT_WIDTH-1:0] LAST = LAST_32[COUNT_WIDTH-1:0];

  reg [COUNT_WIDTH-1:0] count;
  reg [COUNT_WIDTH-1:0] best;
  reg [IN_WIDTH-1:0]    largest;
  reg [COUNT_WIDTH-1:0] result;
  reg                   full;

  wire                   take;
  wire                   better;
  wire [COUNT_WIDTH-1:0] best_now;

  assign in_ready  = !full || out_ready;
  assign take      = in_valid && in_ready;
  assign better    = count == {COUNT_WIDTH{1'b0}} || $signed(in_data) > $signed(largest);
  assign best_now  = better ? count : best;
  assign out_valid = full;
  assign out_data  = {{(OUT_WIDTH - COUNT_WIDTH) {1'b0}}, result};

  always @(posedge clk) begin
    if (rst) begin
      full  <= 1'b0;
      count <= {COUNT_WIDTH{1'b0}};
    end else begin
      if (in_ready) full <= in_valid && count == LAST;
      if (take) count <= count == LAST ? {COUNT_WIDTH{1'b0}} : count + 1'b1;
    end
  end

  always @(posedge clk) begin
    if (take) begin
      best <= best_now;
      if (better) largest <= in_data;
      if (count == LAST) result <= best_now;
    end
  end
endmodule
