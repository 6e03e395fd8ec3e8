// Behavioural model of the macro by its public table of parameters and ports: a counter into another clock. It
// crosses as a binary number: without metastability a register takes all of its bits at once.
module xpm_cdc_gray #(
    parameter integer DEST_SYNC_FF = 4,
    parameter integer INIT_SYNC_FF = 0,
    parameter integer REG_OUTPUT = 0,
    parameter integer SIM_ASSERT_CHK = 0,
    parameter integer SIM_LOSSLESS_GRAY_CHK = 0,
    parameter integer VERSION = 0,
    parameter integer WIDTH = 2
) (
    input  wire             src_clk,
    input  wire [WIDTH-1:0] src_in_bin,
    input  wire             dest_clk,
    output wire [WIDTH-1:0] dest_out_bin
);
  localparam integer STAGES = DEST_SYNC_FF + (REG_OUTPUT != 0 ? 1 : 0);
  xpm_cdc_array_single #(.DEST_SYNC_FF(STAGES), .SRC_INPUT_REG(1), .WIDTH(WIDTH)) bits (
      .src_clk(src_clk), .src_in(src_in_bin), .dest_clk(dest_clk), .dest_out(dest_out_bin));
endmodule
