// SPDX-License-Identifier: Apache-2.0
//
// The product of two numbers without their zeros, times 2^SCALE, divided by 2^SHIFT, rounded to nearest,
// ties to even, and saturated. PRODUCT_WIDTH holds every product times 2^SCALE. Each RUN0 elements of the
// first stream are used TIMES0 times, and so are those of the second.
module backplane_multiply #(
    parameter IN0_WIDTH     = 8,
    parameter IN1_WIDTH     = 8,
    parameter RUN0          = 1,
    parameter INDEX0_WIDTH  = 1,
    parameter TIMES0        = 1,
    parameter TIMES0_WIDTH  = 1,
    parameter RUN1          = 1,
    parameter INDEX1_WIDTH  = 1,
    parameter TIMES1        = 1,
    parameter TIMES1_WIDTH  = 1,
    parameter ZERO0         = 0,
    parameter ZERO1         = 0,
    parameter PRODUCT_WIDTH = 16,
    parameter OUT_WIDTH     = 8,
    parameter SCALE         = 0,
    parameter SHIFT         = 4
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in0_valid,
    output wire                 in0_ready,
    input  wire [IN0_WIDTH-1:0] in0_data,
    input  wire                 in1_valid,
    output wire                 in1_ready,
    input  wire [IN1_WIDTH-1:0] in1_data,
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [OUT_WIDTH-1:0] out_data
);
  wire                     valid0;
  wire [IN0_WIDTH-1:0]     data0;
  wire                     valid1;
  wire [IN1_WIDTH-1:0]     data1;
  wire [PRODUCT_WIDTH-1:0] number0;
  wire [PRODUCT_WIDTH-1:0] number1;
  reg  [PRODUCT_WIDTH-1:0] product;
  reg                      full;
  wire                     room;
  wire [PRODUCT_WIDTH-1:0] offset0;
  wire [PRODUCT_WIDTH-1:0] offset1;

  localparam [31:0] ZERO0_32 = ZERO0;
  localparam [31:0] ZERO1_32 = ZERO1;

  generate
    if (PRODUCT_WIDTH <= 32) begin : cut
      assign offset0 = ZERO0_32[PRODUCT_WIDTH-1:0];
      assign offset1 = ZERO1_32[PRODUCT_WIDTH-1:0];
    end else begin : extended
      wire [31:0] zero0;
      wire [31:0] zero1;
      assign zero0   = ZERO0_32;
      assign zero1   = ZERO1_32;
      assign offset0 = {{(PRODUCT_WIDTH - 32) {zero0[31]}}, zero0};
      assign offset1 = {{(PRODUCT_WIDTH - 32) {zero1[31]}}, zero1};
    end
  endgenerate

  assign room    = !full || out_ready;
  assign number0 = ({{(PRODUCT_WIDTH - IN0_WIDTH) {data0[IN0_WIDTH-1]}}, data0} - offset0) << SCALE;
  assign number1 = {{(PRODUCT_WIDTH - IN1_WIDTH) {data1[IN1_WIDTH-1]}}, data1} - offset1;

  backplane_repeat #(
      .WIDTH(IN0_WIDTH),
      .RUN(RUN0),
      .INDEX_WIDTH(INDEX0_WIDTH),
      .TIMES(TIMES0),
      .TIMES_WIDTH(TIMES0_WIDTH)
  ) repeat0 (
      .clk(clk),
      .rst(rst),
      .in_valid(in0_valid),
      .in_ready(in0_ready),
      .in_data(in0_data),
      .out_valid(valid0),
      .out_ready(room && valid1),
      .out_data(data0)
  );

  backplane_repeat #(
      .WIDTH(IN1_WIDTH),
      .RUN(RUN1),
      .INDEX_WIDTH(INDEX1_WIDTH),
      .TIMES(TIMES1),
      .TIMES_WIDTH(TIMES1_WIDTH)
  ) repeat1 (
      .clk(clk),
      .rst(rst),
      .in_valid(in1_valid),
      .in_ready(in1_ready),
      .in_data(in1_data),
      .out_valid(valid1),
      .out_ready(room && valid0),
      .out_data(data1)
  );

  assign out_valid = full;

  always @(posedge clk) begin
    if (rst) full <= 1'b0;
    else if (room) full <= valid0 && valid1;
  end

  always @(posedge clk) begin
    if (room) product <= $signed(number0) * $signed(number1);
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
