// SPDX-License-Identifier: Apache-2.0
//
// The sum of two numbers, times 2^SCALE0 and 2^SCALE1, divided by 2^SHIFT, rounded to nearest, ties
// to even, and saturated. SUM_WIDTH holds every sum.
module backplane_add #(
    parameter IN0_WIDTH = 8,
    parameter IN1_WIDTH = 8,
    parameter SCALE0    = 0,
    parameter SCALE1    = 0,
    parameter SUM_WIDTH = 9,
    parameter OUT_WIDTH = 8,
    parameter SHIFT     = 0
) (
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
  wire [SUM_WIDTH-1:0] number0;
  wire [SUM_WIDTH-1:0] number1;
  wire [SUM_WIDTH-1:0] sum;

  assign number0 = {{(SUM_WIDTH - IN0_WIDTH) {in0_data[IN0_WIDTH-1]}}, in0_data} << SCALE0;
  assign number1 = {{(SUM_WIDTH - IN1_WIDTH) {in1_data[IN1_WIDTH-1]}}, in1_data} << SCALE1;
  assign sum     = number0 + number1;

  assign out_valid = in0_valid && in1_valid;
  assign in0_ready = out_ready && in1_valid;
  assign in1_ready = out_ready && in0_valid;

  backplane_requantize #(
      .IN_WIDTH(SUM_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(SHIFT)
  ) requantize (
      .in_data(sum),
      .out_data(out_data)
  );
endmodule
