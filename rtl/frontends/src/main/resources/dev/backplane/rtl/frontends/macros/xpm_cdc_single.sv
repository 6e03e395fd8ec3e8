// Behavioural model of the macro by its public table of parameters and ports: one bit into another clock.
module xpm_cdc_single #(
    parameter integer DEST_SYNC_FF = 4,
    parameter integer INIT_SYNC_FF = 0,
    parameter integer SIM_ASSERT_CHK = 0,
    parameter integer SRC_INPUT_REG = 1,
    parameter integer VERSION = 0
) (
    input  wire src_clk,
    input  wire src_in,
    input  wire dest_clk,
    output wire dest_out
);
  xpm_cdc_array_single #(.DEST_SYNC_FF(DEST_SYNC_FF), .SRC_INPUT_REG(SRC_INPUT_REG), .WIDTH(1)) bits (
      .src_clk(src_clk), .src_in(src_in), .dest_clk(dest_clk), .dest_out(dest_out));
endmodule
