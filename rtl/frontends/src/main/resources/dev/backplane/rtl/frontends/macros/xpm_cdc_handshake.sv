// Behavioural model of the macro by its public table of parameters and ports: a word into another clock, under a
// request and an acknowledgement. The source holds src_in while it sends, lowers src_send when it
// sees src_rcv, and may send again when src_rcv is low.
`ifdef YOSYS
`define BACKPLANE_OR_0 = 0
`else
`define BACKPLANE_OR_0
`endif
module xpm_cdc_handshake #(
    parameter integer DEST_EXT_HSK = 1,
    parameter integer DEST_SYNC_FF = 4,
    parameter integer INIT_SYNC_FF = 0,
    parameter integer SIM_ASSERT_CHK = 0,
    parameter integer SRC_SYNC_FF = 4,
    parameter integer VERSION = 0,
    parameter integer WIDTH = 1
) (
    input  wire             src_clk,
    input  wire [WIDTH-1:0] src_in,
    input  wire             src_send,
    output wire             src_rcv,
    input  wire             dest_clk,
    output wire [WIDTH-1:0] dest_out,
    output wire             dest_req,
    input  wire             dest_ack `BACKPLANE_OR_0
);
  reg sent = 0;
  reg [WIDTH-1:0] held = 0;
  reg [DEST_SYNC_FF-1:0] asked = 0;
  reg [SRC_SYNC_FF-1:0] answered = 0;
  reg [WIDTH-1:0] word = 0;
  reg shown = 0;
  reg had = 0;

  wire request = asked[DEST_SYNC_FF-1];
  wire answer = (DEST_EXT_HSK != 0) ? (dest_ack & shown) : shown;
  assign src_rcv = answered[SRC_SYNC_FF-1];
  assign dest_out = word;
  // Without an acknowledgement from outside, dest_req is a pulse of one clock.
  assign dest_req = (DEST_EXT_HSK != 0) ? shown : (shown & ~had);

  reg replied = 0;
  always @(posedge src_clk) begin
    sent <= src_send;
    if (src_send & ~sent) held <= src_in;
    answered <= {answered, replied};
  end
  always @(posedge dest_clk) begin
    asked <= {asked, sent};
    if (request & ~shown) word <= held;
    shown <= request;
    had <= shown;
    replied <= answer;
  end
endmodule
