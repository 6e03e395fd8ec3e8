// SPDX-License-Identifier: Apache-2.0
//
// Gives each element of a stream to two others, to each once, in the same clock or one after the
// other.
module backplane_fork #(
    parameter WIDTH = 8
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             out0_valid,
    input  wire             out0_ready,
    output wire [WIDTH-1:0] out0_data,
    output wire             out1_valid,
    input  wire             out1_ready,
    output wire [WIDTH-1:0] out1_data
);
  // The element was taken there in a clock before.
  reg  taken0;
  reg  taken1;
  wire done0;
  wire done1;

  assign out0_valid = in_valid && !taken0;
  assign out1_valid = in_valid && !taken1;
  assign out0_data  = in_data;
  assign out1_data  = in_data;
  assign done0      = taken0 || out0_ready;
  assign done1      = taken1 || out1_ready;
  assign in_ready   = done0 && done1;

  always @(posedge clk) begin
    if (rst) begin
      taken0 <= 1'b0;
      taken1 <= 1'b0;
    end else if (in_valid) begin
      taken0 <= done0 && !done1;
      taken1 <= done1 && !done0;
    end
  end
endmodule
