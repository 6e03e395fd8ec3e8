// SPDX-License-Identifier: Apache-2.0
//
// A number that is not negative times 2^FRACTION, and another times the slope of its channel; divided
// by 2^SHIFT, rounded to nearest, ties to even, and saturated. Elements of CHANNELS come in turn. A
// slope comes one clock after its address. PRODUCT_WIDTH holds every product times 2^SCALE.
module backplane_prelu #(
    parameter IN_WIDTH      = 8,
    parameter SLOPE_WIDTH   = 8,
    parameter FRACTION      = 7,
    parameter CHANNELS      = 4,
    parameter CHANNEL_WIDTH = 2,
    parameter PRODUCT_WIDTH = 17,
    parameter OUT_WIDTH     = 8,
    parameter SCALE         = 0,
    parameter SHIFT         = 7
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [IN_WIDTH-1:0]      in_data,
    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [OUT_WIDTH-1:0]     out_data,
    output wire                     read,
    output wire [CHANNEL_WIDTH-1:0] slopes_address,
    input  wire [SLOPE_WIDTH-1:0]   slopes
);
  localparam [31:0] LAST_32 = CHANNELS - 1;
  localparam [CHANNEL_WIDTH-1:0] LAST = LAST_32[CHANNEL_WIDTH-1:0];

  reg                      fetched;  // an element and its slope are there
  reg                      full;     // a product is there
  reg  [CHANNEL_WIDTH-1:0] channel;
  reg  [IN_WIDTH-1:0]      element;
  reg  [PRODUCT_WIDTH-1:0] product;
  wire [PRODUCT_WIDTH-1:0] wide;
  wire [PRODUCT_WIDTH-1:0] slope;
  wire                     room;

  assign room           = !full || out_ready;
  assign in_ready       = !fetched || room;
  assign read           = in_valid && in_ready;
  assign slopes_address = channel;
  assign out_valid      = full;
  assign wide           = {{(PRODUCT_WIDTH - IN_WIDTH) {element[IN_WIDTH-1]}}, element} << SCALE;
  assign slope          = {{(PRODUCT_WIDTH - SLOPE_WIDTH) {slopes[SLOPE_WIDTH-1]}}, slopes};

  always @(posedge clk) begin
    if (rst) begin
      fetched <= 1'b0;
      full    <= 1'b0;
      channel <= {CHANNEL_WIDTH{1'b0}};
    end else begin
      if (in_ready) fetched <= in_valid;
      if (room) full <= fetched;
      if (read) channel <= channel == LAST ? {CHANNEL_WIDTH{1'b0}} : channel + 1'b1;
    end
  end

  always @(posedge clk) begin
    if (read) element <= in_data;
    if (room) product <= element[IN_WIDTH-1] ? $signed(wide) * $signed(slope) : wide << FRACTION;
  end

  backplane_requantize #(
      .IN_WIDTH(PRODUCT_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(SHIFT)
  ) requantize (
      .in_data(product),
      .out_data(out_data)
  );
endmodule
