// SPDX-License-Identifier: Apache-2.0
//
// The larger of a number and 0, element by element.
module backplane_relu #(
    parameter WIDTH = 8
) (
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data
);
  assign in_ready  = out_ready;
  assign out_valid = in_valid;
  assign out_data  = in_data[WIDTH-1] ? {WIDTH{1'b0}} : in_data;
endmodule
