// SPDX-License-Identifier: Apache-2.0
//
// A constant before, between and behind the runs of RUN elements of a stream: of EXTENT runs that are
// given, FIRST, FIRST + STEP and so on up to LAST are those that come in, for each such group. What is
// before a run waits until the run comes, so that nothing is given before a tensor begins.
module backplane_pad #(
    parameter WIDTH       = 8,
    parameter EXTENT      = 6,
    parameter INDEX_WIDTH = 3,
    parameter RUN         = 1,
    parameter RUN_WIDTH   = 1,
    parameter FIRST       = 1,
    parameter LAST        = 3,
    parameter STEP        = 2,
    parameter VALUE       = 0
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data
);
  localparam [31:0] END_32      = EXTENT - 1;
  localparam [31:0] LAST_RUN_32 = RUN - 1;
  localparam [31:0] FIRST_32    = FIRST;
  localparam [31:0] LAST_32     = LAST;
  localparam [31:0] STEP_32     = STEP;
  localparam [31:0] VALUE_32    = VALUE;
  localparam [INDEX_WIDTH-1:0] LAST_INDEX = END_32[INDEX_WIDTH-1:0];
  localparam [RUN_WIDTH-1:0]   LAST_RUN   = LAST_RUN_32[RUN_WIDTH-1:0];

  reg [INDEX_WIDTH-1:0] index;
  reg [INDEX_WIDTH-1:0] next;    // the run that comes in next
  reg [RUN_WIDTH-1:0]   run;
  reg                   behind;  // all runs came in

  wire own;
  wire give;

  assign own       = !behind && index == next;
  assign in_ready  = own && out_ready;
  assign out_valid = in_valid || behind;
  assign give      = out_valid && out_ready;
  assign out_data  = own ? in_data : VALUE_32[WIDTH-1:0];

  always @(posedge clk) begin
    if (rst) begin
      index  <= {INDEX_WIDTH{1'b0}};
      next   <= FIRST_32[INDEX_WIDTH-1:0];
      run    <= {RUN_WIDTH{1'b0}};
      behind <= 1'b0;
    end else if (give) begin
      run <= run == LAST_RUN ? {RUN_WIDTH{1'b0}} : run + 1'b1;
      if (run == LAST_RUN) begin
        index <= index == LAST_INDEX ? {INDEX_WIDTH{1'b0}} : index + 1'b1;
        if (own) begin
          next <= next == LAST_32[INDEX_WIDTH-1:0] ? FIRST_32[INDEX_WIDTH-1:0]
              : next + STEP_32[INDEX_WIDTH-1:0];
        end
        if (index == LAST_INDEX) behind <= 1'b0;
        else if (own && next == LAST_32[INDEX_WIDTH-1:0]) behind <= 1'b1;
      end
    end
  end
endmodule
