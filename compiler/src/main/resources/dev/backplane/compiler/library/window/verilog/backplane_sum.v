// SPDX-License-Identifier: Apache-2.0
//
// The sum of each COUNT numbers. Takes a number in each clock, except for the last one while the
// result before has not left.
module backplane_sum #(
    parameter IN_WIDTH    = 8,
    parameter OUT_WIDTH   = 10,  // more than IN_WIDTH
    parameter COUNT       = 4,
    parameter COUNT_WIDTH = 2
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire [IN_WIDTH-1:0]  in_data,
    output reg                  out_valid,
    input  wire                 out_ready,
    output reg  [OUT_WIDTH-1:0] out_data
);
  localparam [31:0] LAST_32 = COUNT - 1;
  localparam [COUNT_WIDTH-1:0] LAST = LAST_32[COUNT_WIDTH-1:0];

  reg  [COUNT_WIDTH-1:0] index;
  reg  [OUT_WIDTH-1:0]   sum;
  wire [OUT_WIDTH-1:0]   next;
  wire                   last;
  wire                   take;

  assign last     = index == LAST;
  assign in_ready = !(last && out_valid);
  assign take     = in_valid && in_ready;
  assign next     = {{(OUT_WIDTH - IN_WIDTH) {in_data[IN_WIDTH-1]}}, in_data}
      + (index == {COUNT_WIDTH{1'b0}} ? {OUT_WIDTH{1'b0}} : sum);

  always @(posedge clk) begin
    if (take) sum <= next;
    if (take && last) out_data <= next;
  end

  always @(posedge clk) begin
    if (rst) begin
      index     <= {COUNT_WIDTH{1'b0}};
      out_valid <= 1'b0;
    end else begin
      if (take) index <= last ? {COUNT_WIDTH{1'b0}} : index + 1'b1;
      if (take && last) out_valid <= 1'b1;
      else if (out_ready) out_valid <= 1'b0;
    end
  end
endmodule
