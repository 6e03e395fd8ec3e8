// SPDX-License-Identifier: Apache-2.0
//
// c[i] = a[i] + b[i], 32-bit numbers, every operand through a master of its own.
module vadd32 (
    input  logic ap_clk,
    input  logic ap_rst_n,
    output logic interrupt,
    input  logic        s_axi_control_awvalid,
    output logic        s_axi_control_awready,
    input  logic [11:0] s_axi_control_awaddr,
    input  logic        s_axi_control_wvalid,
    output logic        s_axi_control_wready,
    input  logic [31:0] s_axi_control_wdata,
    input  logic [3:0]  s_axi_control_wstrb,
    output logic        s_axi_control_bvalid,
    input  logic        s_axi_control_bready,
    output logic [1:0]  s_axi_control_bresp,
    input  logic        s_axi_control_arvalid,
    output logic        s_axi_control_arready,
    input  logic [11:0] s_axi_control_araddr,
    output logic        s_axi_control_rvalid,
    input  logic        s_axi_control_rready,
    output logic [31:0] s_axi_control_rdata,
    output logic [1:0]  s_axi_control_rresp,
    output logic m_axi_a_arvalid,
    input  logic m_axi_a_arready,
    output logic [63:0] m_axi_a_araddr,
    output logic [7:0] m_axi_a_arlen,
    output logic [2:0] m_axi_a_arsize,
    output logic [1:0] m_axi_a_arburst,
    input  logic m_axi_a_rvalid,
    output logic m_axi_a_rready,
    input  logic [31:0] m_axi_a_rdata,
    input  logic [1:0] m_axi_a_rresp,
    input  logic m_axi_a_rlast,
    output logic m_axi_b_arvalid,
    input  logic m_axi_b_arready,
    output logic [63:0] m_axi_b_araddr,
    output logic [7:0] m_axi_b_arlen,
    output logic [2:0] m_axi_b_arsize,
    output logic [1:0] m_axi_b_arburst,
    input  logic m_axi_b_rvalid,
    output logic m_axi_b_rready,
    input  logic [31:0] m_axi_b_rdata,
    input  logic [1:0] m_axi_b_rresp,
    input  logic m_axi_b_rlast,
    output logic m_axi_c_awvalid,
    input  logic m_axi_c_awready,
    output logic [63:0] m_axi_c_awaddr,
    output logic [7:0] m_axi_c_awlen,
    output logic [2:0] m_axi_c_awsize,
    output logic [1:0] m_axi_c_awburst,
    output logic m_axi_c_wvalid,
    input  logic m_axi_c_wready,
    output logic [31:0] m_axi_c_wdata,
    output logic [3:0] m_axi_c_wstrb,
    output logic m_axi_c_wlast,
    input  logic m_axi_c_bvalid,
    output logic m_axi_c_bready,
    input  logic [1:0] m_axi_c_bresp
);
  logic         start, finish, busy;
  logic [255:0] arguments;
  logic         a_valid, b_valid, c_ready, a_idle, b_idle, c_idle;
  logic [31:0]  a, b;

  control #(.ARGUMENTS(4)) registers (
      .clk(ap_clk), .rst_n(ap_rst_n),
      .awvalid(s_axi_control_awvalid),
      .awready(s_axi_control_awready),
      .awaddr(s_axi_control_awaddr),
      .wvalid(s_axi_control_wvalid),
      .wready(s_axi_control_wready),
      .wdata(s_axi_control_wdata),
      .wstrb(s_axi_control_wstrb),
      .bvalid(s_axi_control_bvalid),
      .bready(s_axi_control_bready),
      .bresp(s_axi_control_bresp),
      .arvalid(s_axi_control_arvalid),
      .arready(s_axi_control_arready),
      .araddr(s_axi_control_araddr),
      .rvalid(s_axi_control_rvalid),
      .rready(s_axi_control_rready),
      .rdata(s_axi_control_rdata),
      .rresp(s_axi_control_rresp),
      .interrupt(interrupt), .start(start), .finish(finish), .arguments(arguments)
  );

  burst_reader #(.DATA(32), .BEATS(64)) read_a (
      .clk(ap_clk), .rst_n(ap_rst_n), .start(start), .address(arguments[63:0]), .words(arguments[223:192]), .idle(a_idle),
      .arvalid(m_axi_a_arvalid),
      .arready(m_axi_a_arready),
      .araddr(m_axi_a_araddr),
      .arlen(m_axi_a_arlen),
      .arsize(m_axi_a_arsize),
      .arburst(m_axi_a_arburst),
      .rvalid(m_axi_a_rvalid),
      .rready(m_axi_a_rready),
      .rdata(m_axi_a_rdata),
      .rresp(m_axi_a_rresp),
      .rlast(m_axi_a_rlast),
      .valid(a_valid), .ready(c_ready && b_valid), .data(a)
  );

  burst_reader #(.DATA(32), .BEATS(64)) read_b (
      .clk(ap_clk), .rst_n(ap_rst_n), .start(start), .address(arguments[127:64]), .words(arguments[223:192]), .idle(b_idle),
      .arvalid(m_axi_b_arvalid),
      .arready(m_axi_b_arready),
      .araddr(m_axi_b_araddr),
      .arlen(m_axi_b_arlen),
      .arsize(m_axi_b_arsize),
      .arburst(m_axi_b_arburst),
      .rvalid(m_axi_b_rvalid),
      .rready(m_axi_b_rready),
      .rdata(m_axi_b_rdata),
      .rresp(m_axi_b_rresp),
      .rlast(m_axi_b_rlast),
      .valid(b_valid), .ready(c_ready && a_valid), .data(b)
  );

  burst_writer #(.DATA(32), .BEATS(64)) write_c (
      .clk(ap_clk), .rst_n(ap_rst_n), .start(start), .address(arguments[191:128]), .words(arguments[223:192]), .idle(c_idle),
      .awvalid(m_axi_c_awvalid),
      .awready(m_axi_c_awready),
      .awaddr(m_axi_c_awaddr),
      .awlen(m_axi_c_awlen),
      .awsize(m_axi_c_awsize),
      .awburst(m_axi_c_awburst),
      .wvalid(m_axi_c_wvalid),
      .wready(m_axi_c_wready),
      .wdata(m_axi_c_wdata),
      .wstrb(m_axi_c_wstrb),
      .wlast(m_axi_c_wlast),
      .bvalid(m_axi_c_bvalid),
      .bready(m_axi_c_bready),
      .bresp(m_axi_c_bresp),
      .valid(a_valid && b_valid), .ready(c_ready), .data(a + b)
  );

  assign finish = busy && !start && a_idle && b_idle && c_idle;

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) busy <= 1'b0;
    else if (start) busy <= 1'b1;
    else if (finish) busy <= 1'b0;
  end
endmodule
