// SPDX-License-Identifier: Apache-2.0
//
// -1 for a number below 0, 1 for another, element by element.
module backplane_sign #(
    parameter IN_WIDTH = 8
) (
    input  wire                in_valid,
    output wire                in_ready,
    input  wire [IN_WIDTH-1:0] in_data,
    output wire                out_valid,
    input  wire                out_ready,
    output wire [1:0]          out_data
);
  // Bits below the sign do not matter.
  wire unused;
  assign unused = &{1'b0, in_data};

  assign in_ready  = out_ready;
  assign out_valid = in_valid;
  assign out_data  = {in_data[IN_WIDTH-1], 1'b1};
endmodule
