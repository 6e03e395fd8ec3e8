// Behavioural model of the macro by its public table of parameters and ports: bits that do not belong together into
// another clock.
module xpm_cdc_array_single #(
    parameter integer DEST_SYNC_FF = 4,
    parameter integer INIT_SYNC_FF = 0,
    parameter integer SIM_ASSERT_CHK = 0,
    parameter integer SRC_INPUT_REG = 1,
    parameter integer VERSION = 0,
    parameter integer WIDTH = 2
) (
    input  wire             src_clk,
    input  wire [WIDTH-1:0] src_in,
    input  wire             dest_clk,
    output wire [WIDTH-1:0] dest_out
);
  wire [WIDTH-1:0] given;
  generate
    if (SRC_INPUT_REG != 0) begin : registered
      reg [WIDTH-1:0] taken = 0;
      always @(posedge src_clk) taken <= src_in;
      assign given = taken;
    end else begin : direct
      assign given = src_in;
    end
  endgenerate
  reg [WIDTH*DEST_SYNC_FF-1:0] stages = 0;
  always @(posedge dest_clk) stages <= {stages, given};
  assign dest_out = stages[WIDTH*(DEST_SYNC_FF-1) +: WIDTH];
endmodule
