// SPDX-License-Identifier: Apache-2.0
//
// A number in another format, element by element: ZEROS are added behind the point or SHIFT bits
// rounded away, the result is saturated to OUT_WIDTH bits, and then cut to LOW and HIGH.
// WIDE must be larger than IN_WIDTH + ZEROS, OUT_WIDTH and SHIFT.
module backplane_clip #(
    parameter IN_WIDTH  = 8,
    parameter WIDE      = 9,
    parameter OUT_WIDTH = 8,
    parameter ZEROS     = 0,
    parameter SHIFT     = 0,
    parameter LOW       = -128,
    parameter HIGH      = 127
) (
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire [IN_WIDTH-1:0]  in_data,
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [OUT_WIDTH-1:0] out_data
);
  localparam [31:0] LOW_32  = LOW;
  localparam [31:0] HIGH_32 = HIGH;
  localparam [OUT_WIDTH-1:0] LOWEST  = LOW_32[OUT_WIDTH-1:0];
  localparam [OUT_WIDTH-1:0] HIGHEST = HIGH_32[OUT_WIDTH-1:0];

  wire [WIDE-1:0]      wide;
  wire [OUT_WIDTH-1:0] result;

  assign in_ready  = out_ready;
  assign out_valid = in_valid;
  assign wide      = {{(WIDE - IN_WIDTH) {in_data[IN_WIDTH-1]}}, in_data} << ZEROS;
  assign out_data  = $signed(result) < $signed(LOWEST) ? LOWEST
      : $signed(result) > $signed(HIGHEST) ? HIGHEST : result;

  backplane_requantize #(
      .IN_WIDTH(WIDE),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(SHIFT)
  ) requantize (
      .in_data(wide),
      .out_data(result)
  );
endmodule
