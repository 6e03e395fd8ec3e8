// SPDX-License-Identifier: Apache-2.0
//
// Positions in place of elements: a number from 0 to EXTENT - 1, which is one more after each RUN
// elements and begins again after the last.
module backplane_counter #(
    parameter IN_WIDTH    = 8,
    parameter OUT_WIDTH   = 4,
    parameter EXTENT      = 8,
    parameter COUNT_WIDTH = 3,
    parameter RUN         = 1,
    parameter RUN_WIDTH   = 1
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
  localparam [31:0] LAST_32     = EXTENT - 1;
  localparam [31:0] LAST_RUN_32 = RUN - 1;
  localparam [COUNT_WIDTH-1:0] LAST     = LAST_32[COUNT_WIDTH-1:0];
  localparam [RUN_WIDTH-1:0]   LAST_RUN = LAST_RUN_32[RUN_WIDTH-1:0];

  reg [COUNT_WIDTH-1:0] count;
  reg [RUN_WIDTH-1:0]   run;

  // Which elements come does not matter.
  wire unused;
  assign unused = &{1'b0, in_data};

  assign in_ready  = out_ready;
  assign out_valid = in_valid;
  assign out_data  = {{(OUT_WIDTH - COUNT_WIDTH) {1'b0}}, count};

  always @(posedge clk) begin
    if (rst) begin
      count <= {COUNT_WIDTH{1'b0}};
      run   <= {RUN_WIDTH{1'b0}};
    end else if (in_valid && out_ready) begin
      run <= run == LAST_RUN ? {RUN_WIDTH{1'b0}} : run + 1'b1;
      if (run == LAST_RUN) count <= count == LAST ? {COUNT_WIDTH{1'b0}} : count + 1'b1;
    end
  end
endmodule
