// SPDX-License-Identifier: Apache-2.0
//
// For each of CHANNELS channels the largest of its COUNT numbers. Numbers come with their channels
// side by side; the largest leave with the last ones.
module backplane_channel_max #(
    parameter WIDTH         = 8,
    parameter CHANNELS      = 2,
    parameter CHANNEL_WIDTH = 1,
    parameter COUNT         = 4,
    parameter COUNT_WIDTH   = 2
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data
);
  localparam [31:0] LAST_32         = COUNT - 1;
  localparam [31:0] LAST_CHANNEL_32 = CHANNELS - 1;
  localparam [COUNT_WIDTH-1:0]   LAST         = LAST_32[COUNT_WIDTH-1:0];
  localparam [CHANNEL_WIDTH-1:0] LAST_CHANNEL = LAST_CHANNEL_32[CHANNEL_WIDTH-1:0];

  reg  [WIDTH-1:0]         largest [0:CHANNELS-1];
  reg  [COUNT_WIDTH-1:0]   index;
  reg  [CHANNEL_WIDTH-1:0] channel;
  wire [WIDTH-1:0]         kept;
  wire                     last;
  wire                     take;

  assign kept      = largest[channel];
  assign last      = index == LAST;
  assign in_ready  = out_ready || !last;
  assign out_valid = in_valid && last;
  assign take      = in_valid && in_ready;
  assign out_data  = index == {COUNT_WIDTH{1'b0}} || $signed(in_data) > $signed(kept)
      ? in_data : kept;

  always @(posedge clk) begin
    if (take) largest[channel] <= out_data;
  end

  always @(posedge clk) begin
    if (rst) begin
      index   <= {COUNT_WIDTH{1'b0}};
      channel <= {CHANNEL_WIDTH{1'b0}};
    end else if (take) begin
      channel <= channel == LAST_CHANNEL ? {CHANNEL_WIDTH{1'b0}} : channel + 1'b1;
      if (channel == LAST_CHANNEL) index <= last ? {COUNT_WIDTH{1'b0}} : index + 1'b1;
    end
  end
endmodule
