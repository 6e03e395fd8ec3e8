// SPDX-License-Identifier: Apache-2.0
//
// Two straight lines, element by element: BELOW times a number below 0, ABOVE times another,
// plus OFFSET with OFFSET_ZEROS behind it, exactly in SUM_WIDTH bits; then put into a format within
// limits. Slopes and offset have SLOPE_WIDTH and OFFSET_WIDTH bits, less than SUM_WIDTH.
module backplane_slopes #(
    parameter SUM_WIDTH    = 16,
    parameter SLOPE_WIDTH  = 5,
    parameter OFFSET_WIDTH = 1,
    parameter BELOW        = 1,
    parameter ABOVE        = 8,
    parameter OFFSET       = 0,
    parameter OFFSET_ZEROS = 0,
    parameter IN_WIDTH     = 8,
    parameter WIDE         = 17,
    parameter OUT_WIDTH    = 8,
    parameter ZEROS        = 0,
    parameter SHIFT        = 3,
    parameter LOW          = -128,
    parameter HIGH         = 127
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire [IN_WIDTH-1:0]  in_data,
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [OUT_WIDTH-1:0] out_data
);
  localparam [31:0] BELOW_32 = BELOW;
  localparam [31:0] ABOVE_32 = ABOVE;
  localparam [31:0] OFFSET_32   = OFFSET;

  wire [SLOPE_WIDTH-1:0]  slope;
  wire [OFFSET_WIDTH-1:0] offset;
  wire [SUM_WIDTH-1:0]    wide;
  wire [SUM_WIDTH-1:0]    wide_slope;
  wire [SUM_WIDTH-1:0]    wide_offset;
  reg  [SUM_WIDTH-1:0]    sum;
  reg                     full;
  wire                    given;

  assign slope       = in_data[IN_WIDTH-1] ? BELOW_32[SLOPE_WIDTH-1:0] : ABOVE_32[SLOPE_WIDTH-1:0];
  assign offset      = OFFSET_32[OFFSET_WIDTH-1:0];
  assign wide        = {{(SUM_WIDTH - IN_WIDTH) {in_data[IN_WIDTH-1]}}, in_data};
  assign wide_slope  = {{(SUM_WIDTH - SLOPE_WIDTH) {slope[SLOPE_WIDTH-1]}}, slope};
  assign wide_offset = {{(SUM_WIDTH - OFFSET_WIDTH) {offset[OFFSET_WIDTH-1]}}, offset} << OFFSET_ZEROS;
  assign in_ready    = !full || given;

  always @(posedge clk) begin
    if (rst) full <= 1'b0;
    else if (in_ready) full <= in_valid;
  end

  always @(posedge clk) begin
    if (in_ready) sum <= $signed(wide) * $signed(wide_slope) + $signed(wide_offset);
  end

  backplane_clip #(
      .IN_WIDTH(SUM_WIDTH),
      .WIDE(WIDE),
      .OUT_WIDTH(OUT_WIDTH),
      .ZEROS(ZEROS),
      .SHIFT(SHIFT),
      .LOW(LOW),
      .HIGH(HIGH)
  ) clip (
      .in_valid(full),
      .in_ready(given),
      .in_data(sum),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data)
  );
endmodule
