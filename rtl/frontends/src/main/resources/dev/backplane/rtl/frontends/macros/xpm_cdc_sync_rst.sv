// Behavioural model of the macro by its public table of parameters and ports: a reset into another clock, both of its
// edges with that clock.
module xpm_cdc_sync_rst #(
    parameter integer DEST_SYNC_FF = 4,
    parameter integer INIT = 1,
    parameter integer INIT_SYNC_FF = 0,
    parameter integer SIM_ASSERT_CHK = 0,
    parameter integer VERSION = 0
) (
    input  wire src_rst,
    input  wire dest_clk,
    output wire dest_rst
);
  reg [DEST_SYNC_FF-1:0] stages = (INIT != 0) ? {DEST_SYNC_FF{1'b1}} : {DEST_SYNC_FF{1'b0}};
  always @(posedge dest_clk) stages <= {stages, src_rst};
  assign dest_rst = stages[DEST_SYNC_FF-1];
endmodule
