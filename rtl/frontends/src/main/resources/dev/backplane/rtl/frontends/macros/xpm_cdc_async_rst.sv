// Behavioural model of the macro by its public table of parameters and ports: a reset into another clock. It begins at
// once and ends with that clock.
module xpm_cdc_async_rst #(
    parameter integer DEST_SYNC_FF = 4,
    parameter integer INIT_SYNC_FF = 0,
    parameter integer RST_ACTIVE_HIGH = 0,
    parameter integer VERSION = 0
) (
    input  wire src_arst,
    input  wire dest_clk,
    output wire dest_arst
);
  generate
    if (RST_ACTIVE_HIGH != 0) begin : high
      reg [DEST_SYNC_FF-1:0] stages = {DEST_SYNC_FF{1'b1}};
      always @(posedge dest_clk or posedge src_arst)
        if (src_arst) stages <= {DEST_SYNC_FF{1'b1}};
        else stages <= {stages, 1'b0};
      assign dest_arst = stages[DEST_SYNC_FF-1];
    end else begin : low
      reg [DEST_SYNC_FF-1:0] stages = {DEST_SYNC_FF{1'b0}};
      always @(posedge dest_clk or negedge src_arst)
        if (!src_arst) stages <= {DEST_SYNC_FF{1'b0}};
        else stages <= {stages, 1'b1};
      assign dest_arst = stages[DEST_SYNC_FF-1];
    end
  endgenerate
endmodule
