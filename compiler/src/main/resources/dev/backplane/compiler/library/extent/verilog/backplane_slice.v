// SPDX-License-Identifier: Apache-2.0
//
// Some elements of a stream: of EXTENT runs of RUN elements those of the runs FIRST, FIRST + STEP and
// so on up to LAST, for each such group.
module backplane_slice #(
    parameter WIDTH       = 8,
    parameter EXTENT      = 4,
    parameter INDEX_WIDTH = 2,
    parameter RUN         = 1,
    parameter RUN_WIDTH   = 1,
    parameter FIRST       = 1,
    parameter LAST        = 3,
    parameter STEP        = 2
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
  localparam [INDEX_WIDTH-1:0] LAST_INDEX = END_32[INDEX_WIDTH-1:0];
  localparam [RUN_WIDTH-1:0]   LAST_RUN   = LAST_RUN_32[RUN_WIDTH-1:0];

  reg [INDEX_WIDTH-1:0] index;
  reg [INDEX_WIDTH-1:0] wanted;  // the run that is given next
  reg [RUN_WIDTH-1:0]   run;

  wire keep;
  wire take;

  assign keep      = index == wanted;
  assign in_ready  = out_ready || !keep;
  assign take      = in_valid && in_ready;
  assign out_valid = in_valid && keep;
  assign out_data  = in_data;

  always @(posedge clk) begin
    if (rst) begin
      index  <= {INDEX_WIDTH{1'b0}};
      wanted <= FIRST_32[INDEX_WIDTH-1:0];
      run    <= {RUN_WIDTH{1'b0}};
    end else if (take) begin
      run <= run == LAST_RUN ? {RUN_WIDTH{1'b0}} : run + 1'b1;
      if (run == LAST_RUN) begin
        index <= index == LAST_INDEX ? {INDEX_WIDTH{1'b0}} : index + 1'b1;
        if (keep) begin
          wanted <= wanted == LAST_32[INDEX_WIDTH-1:0] ? FIRST_32[INDEX_WIDTH-1:0]
              : wanted + STEP_32[INDEX_WIDTH-1:0];
        end
      end
    end
  end
endmodule
