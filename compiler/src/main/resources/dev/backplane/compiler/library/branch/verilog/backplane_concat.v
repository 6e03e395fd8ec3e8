// SPDX-License-Identifier: Apache-2.0
//
// Two streams in turn: RUN0 elements of the first, then RUN1 of the second, and again. Numbers are
// times 2^SCALE0 and 2^SCALE1, then divided by 2^SHIFT, rounded to nearest, ties to even, and
// saturated. ALIGNED_WIDTH holds every number that is not divided yet.
module backplane_concat #(
    parameter IN0_WIDTH     = 8,
    parameter IN1_WIDTH     = 8,
    parameter SCALE0        = 0,
    parameter SCALE1        = 0,
    parameter ALIGNED_WIDTH = 8,
    parameter OUT_WIDTH     = 8,
    parameter SHIFT         = 0,
    parameter RUN0          = 2,
    parameter RUN1          = 2,
    parameter COUNT_WIDTH   = 1
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
  localparam [31:0] LAST0_32 = RUN0 - 1;
  localparam [31:0] LAST1_32 = RUN1 - 1;
  localparam [COUNT_WIDTH-1:0] LAST0 = LAST0_32[COUNT_WIDTH-1:0];
  localparam [COUNT_WIDTH-1:0] LAST1 = LAST1_32[COUNT_WIDTH-1:0];

  reg                   second;
  reg [COUNT_WIDTH-1:0] count;

  wire [ALIGNED_WIDTH-1:0] number0;
  wire [ALIGNED_WIDTH-1:0] number1;

  assign number0 = {{(ALIGNED_WIDTH - IN0_WIDTH) {in0_data[IN0_WIDTH-1]}}, in0_data} << SCALE0;
  assign number1 = {{(ALIGNED_WIDTH - IN1_WIDTH) {in1_data[IN1_WIDTH-1]}}, in1_data} << SCALE1;

  assign out_valid = second ? in1_valid : in0_valid;
  assign in0_ready = out_ready && !second;
  assign in1_ready = out_ready && second;

  backplane_requantize #(
      .IN_WIDTH(ALIGNED_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(SHIFT)
  ) requantize (
      .in_data(second ? number1 : number0),
      .out_data(out_data)
  );

  always @(posedge clk) begin
    if (rst) begin
      second <= 1'b0;
      count  <= {COUNT_WIDTH{1'b0}};
    end else if (out_valid && out_ready) begin
      if (count == (second ? LAST1 : LAST0)) begin
        second <= !second;
        count  <= {COUNT_WIDTH{1'b0}};
      end else begin
        count <= count + 1'b1;
      end
    end
  end
endmodule
