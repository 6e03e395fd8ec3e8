// SPDX-License-Identifier: Apache-2.0
//
// Gives a beat of a stream as RATIO beats, the lowest one first. WIDTH is that of a beat that goes out.
module backplane_narrow #(
    parameter WIDTH       = 8,
    parameter RATIO       = 2,
    parameter COUNT_WIDTH = 1
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   in_valid,
    output wire                   in_ready,
    input  wire [RATIO*WIDTH-1:0] in_data,
    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [WIDTH-1:0]       out_data
);
  localparam [31:0] LAST_32 = RATIO - 1;
  localparam [COUNT_WIDTH-1:0] LAST = LAST_32[COUNT_WIDTH-1:0];

  reg [RATIO*WIDTH-1:0] beats;
  reg [COUNT_WIDTH-1:0] count;
  reg                   full;
  wire                  give;
  wire                  take;

  assign give      = full && out_ready;
  assign in_ready  = !full || (give && count == LAST);
  assign take      = in_valid && in_ready;
  assign out_valid = full;
  assign out_data  = beats[WIDTH-1:0];

  always @(posedge clk) begin
    if (take) beats <= in_data;
    else if (give) beats <= {{WIDTH{1'b0}}, beats[RATIO*WIDTH-1:WIDTH]};
  end

  always @(posedge clk) begin
    if (rst) begin
      count <= {COUNT_WIDTH{1'b0}};
      full  <= 1'b0;
    end else begin
      if (give) count <= count == LAST ? {COUNT_WIDTH{1'b0}} : count + 1'b1;
      if (take) full <= 1'b1;
      else if (give && count == LAST) full <= 1'b0;
    end
  end
endmodule
