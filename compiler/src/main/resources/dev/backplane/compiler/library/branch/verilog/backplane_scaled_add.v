// SPDX-License-Identifier: Apache-2.0
//
// The sum of two numbers with scales and zeros: ZERO0 and ZERO1 are taken off, what is left is
// multiplied by MULTIPLIER0 and MULTIPLIER1 and added, exactly; the sum is divided by 2^SHIFT, rounded
// to nearest, ties to even, ZERO is added, and the result is saturated. SUM_WIDTH holds every sum, and
// must be larger than SHIFT and OUT_WIDTH. A sum takes two clocks.
module backplane_scaled_add #(
    parameter IN0_WIDTH   = 8,
    parameter IN1_WIDTH   = 8,
    parameter ZERO0       = 0,
    parameter ZERO1       = 0,
    parameter MULTIPLIER0 = 32768,
    parameter MULTIPLIER1 = 16384,
    parameter SUM_WIDTH   = 27,
    parameter OUT_WIDTH   = 8,
    parameter SHIFT       = 15,
    parameter ZERO        = 0
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
  localparam [31:0] ZERO0_32       = ZERO0;
  localparam [31:0] ZERO1_32       = ZERO1;
  localparam [31:0] MULTIPLIER0_32 = MULTIPLIER0;
  localparam [31:0] MULTIPLIER1_32 = MULTIPLIER1;

  reg                 multiplied;
  reg                 full;
  reg [SUM_WIDTH-1:0] product0;
  reg [SUM_WIDTH-1:0] product1;
  reg [SUM_WIDTH-1:0] sum;

  wire                 give;
  wire                 take;
  wire                 both;
  wire [SUM_WIDTH-1:0] number0;
  wire [SUM_WIDTH-1:0] number1;
  wire [SUM_WIDTH-1:0] offset0;
  wire [SUM_WIDTH-1:0] offset1;
  wire [SUM_WIDTH-1:0] factor0;
  wire [SUM_WIDTH-1:0] factor1;

  generate
    if (SUM_WIDTH <= 32) begin : cut
      assign offset0 = ZERO0_32[SUM_WIDTH-1:0];
      assign offset1 = ZERO1_32[SUM_WIDTH-1:0];
      assign factor0 = MULTIPLIER0_32[SUM_WIDTH-1:0];
      assign factor1 = MULTIPLIER1_32[SUM_WIDTH-1:0];
    end else begin : extended
      wire [31:0] zero0;
      wire [31:0] zero1;
      wire [31:0] multiplier0;
      wire [31:0] multiplier1;
      assign zero0       = ZERO0_32;
      assign zero1       = ZERO1_32;
      assign multiplier0 = MULTIPLIER0_32;
      assign multiplier1 = MULTIPLIER1_32;
      assign offset0     = {{(SUM_WIDTH - 32) {zero0[31]}}, zero0};
      assign offset1     = {{(SUM_WIDTH - 32) {zero1[31]}}, zero1};
      assign factor0     = {{(SUM_WIDTH - 32) {1'b0}}, multiplier0};
      assign factor1     = {{(SUM_WIDTH - 32) {1'b0}}, multiplier1};
    end
  endgenerate

  assign give      = !full || out_ready;
  assign take      = !multiplied || give;
  assign both      = in0_valid && in1_valid;
  assign in0_ready = take && in1_valid;
  assign in1_ready = take && in0_valid;
  assign out_valid = full;

  assign number0 = {{(SUM_WIDTH - IN0_WIDTH) {in0_data[IN0_WIDTH-1]}}, in0_data} - offset0;
  assign number1 = {{(SUM_WIDTH - IN1_WIDTH) {in1_data[IN1_WIDTH-1]}}, in1_data} - offset1;

  always @(posedge clk) begin
    if (rst) begin
      multiplied <= 1'b0;
      full       <= 1'b0;
    end else begin
      if (take) multiplied <= both;
      if (give) full <= multiplied;
    end
  end

  always @(posedge clk) begin
    if (take) begin
      product0 <= $signed(number0) * $signed(factor0);
      product1 <= $signed(number1) * $signed(factor1);
    end
    if (give) sum <= product0 + product1;
  end

  backplane_fit #(
      .IN_WIDTH(SUM_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(SHIFT),
      .ZERO(ZERO),
      .LOW(-(1 << (OUT_WIDTH - 1))),
      .HIGH((1 << (OUT_WIDTH - 1)) - 1)
  ) fit (
      .in_data(sum),
      .out_data(out_data)
  );
endmodule
