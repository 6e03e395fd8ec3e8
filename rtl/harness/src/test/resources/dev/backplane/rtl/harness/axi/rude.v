// Gives words on a stream and breaks the rule that the input rule says, from the fourth beat on.
module rude (
    input  wire        ap_clk,
    input  wire        ap_rst_n,
    input  wire [2:0]  rule,
    output reg  [7:0]  given,
    output wire        out_tvalid,
    input  wire        out_tready,
    output wire [31:0] out_tdata,
    output wire [3:0]  out_tkeep,
    output wire [3:0]  out_tstrb,
    output wire        out_tlast
);
  reg  [7:0] ticks;
  reg        live;
  wire       now = given >= 3;

  assign out_tvalid = rule == 5 ? 1'b1 : live && !(rule == 1 && now && ticks[0]);
  assign out_tdata  = {24'd0, rule == 2 && now ? ticks : given};
  assign out_tkeep  = rule == 3 && now ? 4'b1011 : (rule == 4 || rule == 6) && now ? 4'b0111 : 4'b1111;
  assign out_tstrb  = rule == 6 && now ? 4'b1111 : out_tkeep;
  assign out_tlast  = rule == 6 && now;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      given <= 8'd0;
      ticks <= 8'd0;
      live  <= 1'b0;
    end else begin
      ticks <= ticks + 8'd1;
      live  <= 1'b1;
      if (out_tvalid && out_tready) given <= given + 8'd1;
    end
  end
endmodule
