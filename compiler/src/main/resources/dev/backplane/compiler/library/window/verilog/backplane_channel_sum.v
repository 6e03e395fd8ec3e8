// SPDX-License-Identifier: Apache-2.0
//
// For each of CHANNELS channels the sum of its COUNT numbers. Numbers come with their channels side by
// side; the sums leave with the last ones.
module backplane_channel_sum #(
    parameter IN_WIDTH      = 8,
    parameter OUT_WIDTH     = 10,  // more than IN_WIDTH
    parameter CHANNELS      = 2,
    parameter CHANNEL_WIDTH = 1,
    parameter COUNT         = 4,
    parameter COUNT_WIDTH   = 2
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
  localparam [31:0] LAST_32         = COUNT - 1;
  localparam [31:0] LAST_CHANNEL_32 = CHANNELS - 1;
  localparam [COUNT_WIDTH-1:0]   LAST         = LAST_32[COUNT_WIDTH-1:0];
  localparam [CHANNEL_WIDTH-1:0] LAST_CHANNEL = LAST_CHANNEL_32[CHANNEL_WIDTH-1:0];

  reg  [OUT_WIDTH-1:0]     sums [0:CHANNELS-1];
  reg  [COUNT_WIDTH-1:0]   index;
  reg  [CHANNEL_WIDTH-1:0] channel;
  wire                     last;
  wire                     take;

  assign last      = index == LAST;
  assign in_ready  = out_ready || !last;
  assign out_valid = in_valid && last;
  assign take      = in_valid && in_ready;
  assign out_data  = {{(OUT_WIDTH - IN_WIDTH) {in_data[IN_WIDTH-1]}}, in_data}
      + (index == {COUNT_WIDTH{1'b0}} ? {OUT_WIDTH{1'b0}} : sums[channel]);

  always @(posedge clk) begin
    if (take) sums[channel] <= out_data;
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
