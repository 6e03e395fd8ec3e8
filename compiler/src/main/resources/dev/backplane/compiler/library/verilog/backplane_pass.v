// SPDX-License-Identifier: Apache-2.0
//
// Elements as they are: what changes is the shape that they are of.
module backplane_pass #(
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
  assign out_data  = in_data;
endmodule
