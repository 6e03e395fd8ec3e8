// SPDX-License-Identifier: Apache-2.0
//
// A product into a format with a zero: divided by 2^SHIFT, rounded to nearest, ties to even, ZERO
// added, and cut to LOW and HIGH, which are numbers of OUT_WIDTH bits, as ZERO is.
// IN_WIDTH must be larger than SHIFT and OUT_WIDTH.
module backplane_fit #(
    parameter IN_WIDTH  = 24,
    parameter OUT_WIDTH = 8,
    parameter SHIFT     = 15,
    parameter ZERO      = 0,
    parameter LOW       = -128,
    parameter HIGH      = 127
) (
    input  wire [IN_WIDTH-1:0]  in_data,
    output wire [OUT_WIDTH-1:0] out_data
);
  localparam [31:0] ZERO_32 = ZERO;
  localparam [31:0] LOW_32  = LOW;
  localparam [31:0] HIGH_32 = HIGH;
  localparam [OUT_WIDTH-1:0] OFFSET  = ZERO_32[OUT_WIDTH-1:0];
  localparam [OUT_WIDTH-1:0] LOWEST  = LOW_32[OUT_WIDTH-1:0];
  localparam [OUT_WIDTH-1:0] HIGHEST = HIGH_32[OUT_WIDTH-1:0];

  // One bit more: what does not fit there is beyond the format with any zero.
  wire [OUT_WIDTH:0]   rounded;
  wire [OUT_WIDTH+1:0] sum;

  backplane_requantize #(
      .IN_WIDTH(IN_WIDTH),
      .OUT_WIDTH(OUT_WIDTH + 1),
      .SHIFT(SHIFT)
  ) requantize (
      .in_data(in_data),
      .out_data(rounded)
  );

  assign sum      = {rounded[OUT_WIDTH], rounded} + {{2{OFFSET[OUT_WIDTH-1]}}, OFFSET};
  assign out_data = $signed(sum) < $signed({{2{LOWEST[OUT_WIDTH-1]}}, LOWEST}) ? LOWEST
      : $signed(sum) > $signed({{2{HIGHEST[OUT_WIDTH-1]}}, HIGHEST}) ? HIGHEST
      : sum[OUT_WIDTH-1:0];
endmodule
