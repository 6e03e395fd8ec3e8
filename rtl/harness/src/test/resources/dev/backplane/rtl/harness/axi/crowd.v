// Sixteen masters that read one word each, at a place of their own, when reset ends. The last one reads at LAST.

module reader #(parameter [31:0] AT = 0) (
    input clk, input rst_n,
    output reg arvalid, input arready, output [31:0] araddr,
    input rvalid, output rready, input [31:0] rdata
);
  assign araddr = AT;
  assign rready = 1'b1;
  reg asked;
  always @(posedge clk)
    if (!rst_n) begin
      arvalid <= 1'b0;
      asked   <= 1'b0;
    end else begin
      arvalid <= arvalid ? !arready : !asked;
      asked   <= 1'b1;
    end
endmodule

module crowd #(parameter [31:0] LAST = 960) (
    input ap_clk,
    input ap_rst_n,
    output m_axi_g0_arvalid, input m_axi_g0_arready, output [31:0] m_axi_g0_araddr, input m_axi_g0_rvalid, output m_axi_g0_rready, input [31:0] m_axi_g0_rdata,
    output m_axi_g1_arvalid, input m_axi_g1_arready, output [31:0] m_axi_g1_araddr, input m_axi_g1_rvalid, output m_axi_g1_rready, input [31:0] m_axi_g1_rdata,
    output m_axi_g2_arvalid, input m_axi_g2_arready, output [31:0] m_axi_g2_araddr, input m_axi_g2_rvalid, output m_axi_g2_rready, input [31:0] m_axi_g2_rdata,
    output m_axi_g3_arvalid, input m_axi_g3_arready, output [31:0] m_axi_g3_araddr, input m_axi_g3_rvalid, output m_axi_g3_rready, input [31:0] m_axi_g3_rdata,
    output m_axi_g4_arvalid, input m_axi_g4_arready, output [31:0] m_axi_g4_araddr, input m_axi_g4_rvalid, output m_axi_g4_rready, input [31:0] m_axi_g4_rdata,
    output m_axi_g5_arvalid, input m_axi_g5_arready, output [31:0] m_axi_g5_araddr, input m_axi_g5_rvalid, output m_axi_g5_rready, input [31:0] m_axi_g5_rdata,
    output m_axi_g6_arvalid, input m_axi_g6_arready, output [31:0] m_axi_g6_araddr, input m_axi_g6_rvalid, output m_axi_g6_rready, input [31:0] m_axi_g6_rdata,
    output m_axi_g7_arvalid, input m_axi_g7_arready, output [31:0] m_axi_g7_araddr, input m_axi_g7_rvalid, output m_axi_g7_rready, input [31:0] m_axi_g7_rdata,
    output m_axi_g8_arvalid, input m_axi_g8_arready, output [31:0] m_axi_g8_araddr, input m_axi_g8_rvalid, output m_axi_g8_rready, input [31:0] m_axi_g8_rdata,
    output m_axi_g9_arvalid, input m_axi_g9_arready, output [31:0] m_axi_g9_araddr, input m_axi_g9_rvalid, output m_axi_g9_rready, input [31:0] m_axi_g9_rdata,
    output m_axi_g10_arvalid, input m_axi_g10_arready, output [31:0] m_axi_g10_araddr, input m_axi_g10_rvalid, output m_axi_g10_rready, input [31:0] m_axi_g10_rdata,
    output m_axi_g11_arvalid, input m_axi_g11_arready, output [31:0] m_axi_g11_araddr, input m_axi_g11_rvalid, output m_axi_g11_rready, input [31:0] m_axi_g11_rdata,
    output m_axi_g12_arvalid, input m_axi_g12_arready, output [31:0] m_axi_g12_araddr, input m_axi_g12_rvalid, output m_axi_g12_rready, input [31:0] m_axi_g12_rdata,
    output m_axi_g13_arvalid, input m_axi_g13_arready, output [31:0] m_axi_g13_araddr, input m_axi_g13_rvalid, output m_axi_g13_rready, input [31:0] m_axi_g13_rdata,
    output m_axi_g14_arvalid, input m_axi_g14_arready, output [31:0] m_axi_g14_araddr, input m_axi_g14_rvalid, output m_axi_g14_rready, input [31:0] m_axi_g14_rdata,
    output m_axi_g15_arvalid, input m_axi_g15_arready, output [31:0] m_axi_g15_araddr, input m_axi_g15_rvalid, output m_axi_g15_rready, input [31:0] m_axi_g15_rdata
);
  reader #(.AT(0)) r0 (ap_clk, ap_rst_n, m_axi_g0_arvalid, m_axi_g0_arready, m_axi_g0_araddr, m_axi_g0_rvalid, m_axi_g0_rready, m_axi_g0_rdata);
  reader #(.AT(64)) r1 (ap_clk, ap_rst_n, m_axi_g1_arvalid, m_axi_g1_arready, m_axi_g1_araddr, m_axi_g1_rvalid, m_axi_g1_rready, m_axi_g1_rdata);
  reader #(.AT(128)) r2 (ap_clk, ap_rst_n, m_axi_g2_arvalid, m_axi_g2_arready, m_axi_g2_araddr, m_axi_g2_rvalid, m_axi_g2_rready, m_axi_g2_rdata);
  reader #(.AT(192)) r3 (ap_clk, ap_rst_n, m_axi_g3_arvalid, m_axi_g3_arready, m_axi_g3_araddr, m_axi_g3_rvalid, m_axi_g3_rready, m_axi_g3_rdata);
  reader #(.AT(256)) r4 (ap_clk, ap_rst_n, m_axi_g4_arvalid, m_axi_g4_arready, m_axi_g4_araddr, m_axi_g4_rvalid, m_axi_g4_rready, m_axi_g4_rdata);
  reader #(.AT(320)) r5 (ap_clk, ap_rst_n, m_axi_g5_arvalid, m_axi_g5_arready, m_axi_g5_araddr, m_axi_g5_rvalid, m_axi_g5_rready, m_axi_g5_rdata);
  reader #(.AT(384)) r6 (ap_clk, ap_rst_n, m_axi_g6_arvalid, m_axi_g6_arready, m_axi_g6_araddr, m_axi_g6_rvalid, m_axi_g6_rready, m_axi_g6_rdata);
  reader #(.AT(448)) r7 (ap_clk, ap_rst_n, m_axi_g7_arvalid, m_axi_g7_arready, m_axi_g7_araddr, m_axi_g7_rvalid, m_axi_g7_rready, m_axi_g7_rdata);
  reader #(.AT(512)) r8 (ap_clk, ap_rst_n, m_axi_g8_arvalid, m_axi_g8_arready, m_axi_g8_araddr, m_axi_g8_rvalid, m_axi_g8_rready, m_axi_g8_rdata);
  reader #(.AT(576)) r9 (ap_clk, ap_rst_n, m_axi_g9_arvalid, m_axi_g9_arready, m_axi_g9_araddr, m_axi_g9_rvalid, m_axi_g9_rready, m_axi_g9_rdata);
  reader #(.AT(640)) r10 (ap_clk, ap_rst_n, m_axi_g10_arvalid, m_axi_g10_arready, m_axi_g10_araddr, m_axi_g10_rvalid, m_axi_g10_rready, m_axi_g10_rdata);
  reader #(.AT(704)) r11 (ap_clk, ap_rst_n, m_axi_g11_arvalid, m_axi_g11_arready, m_axi_g11_araddr, m_axi_g11_rvalid, m_axi_g11_rready, m_axi_g11_rdata);
  reader #(.AT(768)) r12 (ap_clk, ap_rst_n, m_axi_g12_arvalid, m_axi_g12_arready, m_axi_g12_araddr, m_axi_g12_rvalid, m_axi_g12_rready, m_axi_g12_rdata);
  reader #(.AT(832)) r13 (ap_clk, ap_rst_n, m_axi_g13_arvalid, m_axi_g13_arready, m_axi_g13_araddr, m_axi_g13_rvalid, m_axi_g13_rready, m_axi_g13_rdata);
  reader #(.AT(896)) r14 (ap_clk, ap_rst_n, m_axi_g14_arvalid, m_axi_g14_arready, m_axi_g14_araddr, m_axi_g14_rvalid, m_axi_g14_rready, m_axi_g14_rdata);
  reader #(.AT(LAST)) r15 (ap_clk, ap_rst_n, m_axi_g15_arvalid, m_axi_g15_arready, m_axi_g15_araddr, m_axi_g15_rvalid, m_axi_g15_rready, m_axi_g15_rdata);
endmodule
