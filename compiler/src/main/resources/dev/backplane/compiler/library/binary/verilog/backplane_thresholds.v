// SPDX-License-Identifier: Apache-2.0
//
// FIRST, and STEP more for each of COUNT thresholds that is not larger than the element. Elements of
// CHANNELS come in turn, each with its own thresholds: numbers with one bit more than an element,
// side by side, the first lowest. They come one clock after their address.
module backplane_thresholds #(
    parameter IN_WIDTH      = 8,
    parameter OUT_WIDTH     = 2,
    parameter CHANNELS      = 4,
    parameter CHANNEL_WIDTH = 2,
    parameter COUNT         = 1,
    parameter FIRST         = -1,
    parameter STEP          = 2
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          in_valid,
    output wire                          in_ready,
    input  wire [IN_WIDTH-1:0]           in_data,
    output wire                          out_valid,
    input  wire                          out_ready,
    output wire [OUT_WIDTH-1:0]          out_data,
    output wire                          read,
    output wire [CHANNEL_WIDTH-1:0]      thresholds_address,
    input  wire [COUNT*(IN_WIDTH+1)-1:0] thresholds
);
  localparam [31:0] LAST_32  = CHANNELS - 1;
  localparam [31:0] FIRST_32 = FIRST;
  localparam [31:0] STEP_32  = STEP;
  localparam [CHANNEL_WIDTH-1:0] LAST = LAST_32[CHANNEL_WIDTH-1:0];

  reg                     full;
  reg [CHANNEL_WIDTH-1:0] channel;
  reg [IN_WIDTH-1:0]      element;

  assign in_ready           = !full || out_ready;
  assign read               = in_valid && in_ready;
  assign thresholds_address = channel;
  assign out_valid          = full;

  always @(posedge clk) begin
    if (rst) begin
      full    <= 1'b0;
      channel <= {CHANNEL_WIDTH{1'b0}};
    end else begin
      if (in_ready) full <= in_valid;
      if (read) channel <= channel == LAST ? {CHANNEL_WIDTH{1'b0}} : channel + 1'b1;
    end
  end

  always @(posedge clk) begin
    if (read) element <= in_data;
  end

  wire [COUNT-1:0]     reached;
  reg  [OUT_WIDTH-1:0] sum;
  assign out_data = sum;

  genvar t;
  generate
    for (t = 0; t < COUNT; t = t + 1) begin : each
      assign reached[t] = $signed({element[IN_WIDTH-1], element})
          >= $signed(thresholds[t*(IN_WIDTH+1) +: IN_WIDTH+1]);
    end
  endgenerate

  integer i;
  always @* begin
    sum = FIRST_32[OUT_WIDTH-1:0];
    for (i = 0; i < COUNT; i = i + 1) begin
      sum = sum + (reached[i] ? STEP_32[OUT_WIDTH-1:0] : {OUT_WIDTH{1'b0}});
    end
  end
endmodule
