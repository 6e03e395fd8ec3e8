// SPDX-License-Identifier: Apache-2.0
//
// One number of each COUNT numbers: the largest, or the sum. Takes a number in each clock, except for
// the last one while the result before has not left.
module backplane_reduce #(
    parameter SUM         = 1,   // 0: the largest, 1: the sum
    parameter IN_WIDTH    = 8,
    parameter OUT_WIDTH   = 10,  // more than IN_WIDTH for a sum, IN_WIDTH for the largest
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
  reg  [OUT_WIDTH-1:0]   reduced;
  wire [OUT_WIDTH-1:0]   next;
  wire                   first;
  wire                   last;
  wire                   take;

  assign first    = index == {COUNT_WIDTH{1'b0}};
  assign last     = index == LAST;
  assign in_ready = !(last && out_valid);
  assign take     = in_valid && in_ready;

  generate
    if (SUM == 1) begin : by_adding
      assign next = {{(OUT_WIDTH - IN_WIDTH) {in_data[IN_WIDTH-1]}}, in_data}
          + (first ? {OUT_WIDTH{1'b0}} : reduced);
    end else begin : by_comparing
      assign next = first || $signed(in_data) > $signed(reduced) ? in_data : reduced;
    end
  endgenerate

  always @(posedge clk) begin
    if (take) reduced <= next;
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
