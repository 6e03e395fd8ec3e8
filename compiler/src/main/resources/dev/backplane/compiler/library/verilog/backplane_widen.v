// SPDX-License-Identifier: Apache-2.0
//
// Puts RATIO beats of a stream into one, the first one lowest. WIDTH is that of a beat that comes in.
module backplane_widen #(
    parameter WIDTH       = 8,
    parameter RATIO       = 2,
    parameter COUNT_WIDTH = 1
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   in_valid,
    output wire                   in_ready,
    input  wire [WIDTH-1:0]       in_data,
    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [RATIO*WIDTH-1:0] out_data
);
  localparam [31:0] LAST_32 = RATIO - 1;
  localparam [COUNT_WIDTH-1:0] LAST = LAST_32[COUNT_WIDTH-1:0];

  reg [RATIO*WIDTH-1:0] beats;
  reg [COUNT_WIDTH-1:0] count;
  reg                   full;
  wire                  take;

  assign in_ready  = !full || out_ready;
  assign take      = in_valid && in_ready;
  assign out_valid = full;
  assign out_data  = beats;

  always @(posedge clk) begin
    if (take) beats <= {in_data, beats[RATIO*WIDTH-1:WIDTH]};
  end

  always @(posedge clk) begin
    if (rst) begin
      count <= {COUNT_WIDTH{1'b0}};
      full  <= 1'b0;
    end else if (take) begin
      count <= count == LAST ? {COUNT_WIDTH{1'b0}} : count + 1'b1;
      full  <= count == LAST;
    end else if (out_ready) begin
      full <= 1'b0;
    end
  end
endmodule
