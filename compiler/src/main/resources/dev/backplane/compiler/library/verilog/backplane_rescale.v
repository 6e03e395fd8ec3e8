// SPDX-License-Identifier: Apache-2.0
//
// Numbers in a format with another scale and zero: IN_ZERO is taken off, and what is left is
// multiplied, divided by 2^SHIFT, rounded to nearest, ties to even; then ZERO is added, and the
// result is cut to LOW and HIGH. Elements of CHANNELS come in turn, each with its own multiplier, which
// is not negative and comes one clock after its address.
// PRODUCT_WIDTH must be larger than IN_WIDTH + MULTIPLIER_WIDTH, SHIFT and OUT_WIDTH. A number takes
// three clocks, and another one comes in each of them.
module backplane_rescale #(
    parameter IN_WIDTH         = 20,
    parameter IN_ZERO          = 0,
    parameter MULTIPLIER_WIDTH = 17,
    parameter PRODUCT_WIDTH    = 38,
    parameter SHIFT            = 24,
    parameter OUT_WIDTH        = 8,
    parameter ZERO             = 0,
    parameter LOW              = -128,
    parameter HIGH             = 127,
    parameter CHANNELS         = 4,
    parameter CHANNEL_WIDTH    = 2
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire                        in_valid,
    output wire                        in_ready,
    input  wire [IN_WIDTH-1:0]         in_data,
    output wire                        out_valid,
    input  wire                        out_ready,
    output wire [OUT_WIDTH-1:0]        out_data,
    output wire                        read,
    output wire [CHANNEL_WIDTH-1:0]    multipliers_address,
    input  wire [MULTIPLIER_WIDTH-1:0] multipliers
);
  localparam [31:0] LAST_32    = CHANNELS - 1;
  localparam [31:0] IN_ZERO_32 = IN_ZERO;
  localparam [CHANNEL_WIDTH-1:0] LAST = LAST_32[CHANNEL_WIDTH-1:0];

  reg [CHANNEL_WIDTH-1:0] channel;
  reg                     taken;
  reg                     multiplied;
  reg                     full;
  reg [IN_WIDTH:0]        number;
  reg [PRODUCT_WIDTH-1:0] product;
  reg [OUT_WIDTH-1:0]     result;

  wire                     give;
  wire                     move;
  wire                     take;
  wire [IN_WIDTH:0]        offset;
  wire [PRODUCT_WIDTH-1:0] wide;
  wire [PRODUCT_WIDTH-1:0] multiplier;
  wire [OUT_WIDTH-1:0]     fitted;

  assign give                = !full || out_ready;
  assign move                = !multiplied || give;
  assign take                = !taken || move;
  assign in_ready            = take;
  assign read                = in_valid && take;
  assign multipliers_address = channel;
  assign out_valid           = full;
  assign out_data            = result;

  generate
    if (IN_WIDTH < 32) begin : cut
      assign offset = IN_ZERO_32[IN_WIDTH:0];
    end else begin : extended
      wire [31:0] zero;
      assign zero   = IN_ZERO_32;
      assign offset = {{(IN_WIDTH - 31) {zero[31]}}, zero};
    end
  endgenerate

  assign wide       = {{(PRODUCT_WIDTH - IN_WIDTH - 1) {number[IN_WIDTH]}}, number};
  assign multiplier = {{(PRODUCT_WIDTH - MULTIPLIER_WIDTH) {1'b0}}, multipliers};

  always @(posedge clk) begin
    if (rst) begin
      taken      <= 1'b0;
      multiplied <= 1'b0;
      full       <= 1'b0;
      channel    <= {CHANNEL_WIDTH{1'b0}};
    end else begin
      if (take) taken <= in_valid;
      if (move) multiplied <= taken;
      if (give) full <= multiplied;
      if (read) channel <= channel == LAST ? {CHANNEL_WIDTH{1'b0}} : channel + 1'b1;
    end
  end

  always @(posedge clk) begin
    if (read) number <= {in_data[IN_WIDTH-1], in_data} - offset;
    if (move) product <= $signed(wide) * $signed(multiplier);
    if (give) result <= fitted;
  end

  backplane_fit #(
      .IN_WIDTH(PRODUCT_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(SHIFT),
      .ZERO(ZERO),
      .LOW(LOW),
      .HIGH(HIGH)
  ) fit (
      .in_data(product),
      .out_data(fitted)
  );
endmodule
