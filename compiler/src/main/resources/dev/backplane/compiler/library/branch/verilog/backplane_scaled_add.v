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
  localparam [SUM_WIDTH+31:0] OFFSET0  = {{SUM_WIDTH{ZERO0_32[31]}}, ZERO0_32};
  localparam [SUM_WIDTH+31:0] OFFSET1  = {{SUM_WIDTH{ZERO1_32[31]}}, ZERO1_32};
  localparam [SUM_WIDTH+31:0] FACTOR0  = {{SUM_WIDTH{1'b0}}, MULTIPLIER0_32};
  localparam [SUM_WIDTH+31:0] FACTOR1  = {{SUM_WIDTH{1'b0}}, MULTIPLIER1_32};

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

  assign give      = !full || out_ready;
  assign take      = !multiplied || give;
  assign both      = in0_valid && in1_valid;
  assign in0_ready = take && in1_valid;
  assign in1_ready = take && in0_valid;
  assign out_valid = full;

  assign number0 = {{(SUM_WIDTH - IN0_WIDTH) {in0_data[IN0_WIDTH-1]}}, in0_data}
      - OFFSET0[SUM_WIDTH-1:0];
  assign number1 = {{(SUM_WIDTH - IN1_WIDTH) {in1_data[IN1_WIDTH-1]}}, in1_data}
      - OFFSET1[SUM_WIDTH-1:0];

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
      product0 <= $signed(number0) * $signed(FACTOR0[SUM_WIDTH-1:0]);
      product1 <= $signed(number1) * $signed(FACTOR1[SUM_WIDTH-1:0]);
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
