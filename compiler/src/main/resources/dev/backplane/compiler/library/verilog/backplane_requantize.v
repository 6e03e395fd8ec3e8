// SPDX-License-Identifier: Apache-2.0
//
// A number with a fraction into a format with a shorter one: divided by 2^SHIFT, rounded to nearest,
// ties to even, then saturated to OUT_WIDTH bits. With SHIFT 0 nothing is rounded.
// IN_WIDTH must be larger than SHIFT and at least OUT_WIDTH.
module backplane_requantize #(
    parameter IN_WIDTH  = 16,
    parameter OUT_WIDTH = 8,
    parameter SHIFT     = 4
) (
    input  wire [IN_WIDTH-1:0]  in_data,
    output wire [OUT_WIDTH-1:0] out_data
);
  // One bit more, for the carry of the rounding.
  wire [IN_WIDTH:0] rounded;

  generate
    if (SHIFT == 0) begin : exact
      assign rounded = {in_data[IN_WIDTH-1], in_data};
    end else begin : shifted
      wire [IN_WIDTH-SHIFT:0] quotient;
      wire half;
      wire up;
      assign quotient = {in_data[IN_WIDTH-1], in_data[IN_WIDTH-1:SHIFT]};
      assign half     = in_data[SHIFT-1];
      if (SHIFT == 1) begin : tie
        assign up = half && in_data[SHIFT];
      end else begin : rest
        assign up = half && (in_data[SHIFT] || in_data[SHIFT-2:0] != {(SHIFT - 1) {1'b0}});
      end
      wire [IN_WIDTH-SHIFT:0] sum;
      assign sum     = quotient + {{(IN_WIDTH - SHIFT) {1'b0}}, up};
      assign rounded = {{SHIFT{sum[IN_WIDTH-SHIFT]}}, sum};
    end
  endgenerate

  // All bits from the sign of the result upward are the same if and only if it fits.
  wire fits;
  assign fits = rounded[IN_WIDTH:OUT_WIDTH-1] == {(IN_WIDTH - OUT_WIDTH + 2) {rounded[IN_WIDTH]}};
  generate
    if (OUT_WIDTH == 1) begin : one_bit
      assign out_data = rounded[IN_WIDTH];
    end else begin : bits
      assign out_data = fits ? rounded[OUT_WIDTH-1:0]
          : {rounded[IN_WIDTH], {(OUT_WIDTH - 1) {!rounded[IN_WIDTH]}}};
    end
  endgenerate
endmodule
