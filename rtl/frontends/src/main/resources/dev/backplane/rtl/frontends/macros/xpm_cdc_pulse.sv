// Behavioural model of the macro by its public table of parameters and ports: a pulse of one clock as a pulse of one
// of another. Pulses must be far enough from each other to be seen, as in the macro.
`ifdef YOSYS
`define BACKPLANE_OR_0 = 0
`else
`define BACKPLANE_OR_0
`endif
module xpm_cdc_pulse #(
    parameter integer DEST_SYNC_FF = 4,
    parameter integer INIT_SYNC_FF = 0,
    parameter integer REG_OUTPUT = 0,
    parameter integer RST_USED = 1,
    parameter integer SIM_ASSERT_CHK = 0,
    parameter integer VERSION = 0
) (
    input  wire src_clk,
    input  wire src_rst `BACKPLANE_OR_0,
    input  wire src_pulse,
    input  wire dest_clk,
    input  wire dest_rst `BACKPLANE_OR_0,
    output wire dest_pulse
);
  reg was = 0;
  reg level = 0;
  reg [DEST_SYNC_FF:0] stages = 0;
  wire cleared = (RST_USED != 0) & src_rst;
  wire dropped = (RST_USED != 0) & dest_rst;
  always @(posedge src_clk) begin
    was <= cleared ? 1'b0 : src_pulse;
    if (cleared) level <= 0;
    else if (src_pulse & ~was) level <= ~level;
  end
  always @(posedge dest_clk) begin
    if (dropped) stages <= 0;
    else stages <= {stages, level};
  end
  wire changed = stages[DEST_SYNC_FF] ^ stages[DEST_SYNC_FF-1];
  generate
    if (REG_OUTPUT != 0) begin : registered
      reg pulse = 0;
      always @(posedge dest_clk) pulse <= dropped ? 1'b0 : changed;
      assign dest_pulse = pulse;
    end else begin : direct
      assign dest_pulse = changed;
    end
  endgenerate
endmodule
