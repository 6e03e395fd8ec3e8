// SPDX-License-Identifier: Apache-2.0
//
// Copies n lines of 64 bytes over one AXI4 master of 512 bits, reading and writing at the same time:
// what it takes is the bandwidth of a memory. Bursts have up to 64 lines, which is 4 KiB, so both
// addresses must be multiples of 4096.
module copy (
    input  logic        ap_clk,
    input  logic        ap_rst_n,
    output logic        interrupt,

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

    output logic         m_axi_gmem_awvalid,
    input  logic         m_axi_gmem_awready,
    output logic [63:0]  m_axi_gmem_awaddr,
    output logic [7:0]   m_axi_gmem_awlen,
    output logic [2:0]   m_axi_gmem_awsize,
    output logic [1:0]   m_axi_gmem_awburst,
    output logic         m_axi_gmem_wvalid,
    input  logic         m_axi_gmem_wready,
    output logic [511:0] m_axi_gmem_wdata,
    output logic [63:0]  m_axi_gmem_wstrb,
    output logic         m_axi_gmem_wlast,
    input  logic         m_axi_gmem_bvalid,
    output logic         m_axi_gmem_bready,
    input  logic [1:0]   m_axi_gmem_bresp,
    output logic         m_axi_gmem_arvalid,
    input  logic         m_axi_gmem_arready,
    output logic [63:0]  m_axi_gmem_araddr,
    output logic [7:0]   m_axi_gmem_arlen,
    output logic [2:0]   m_axi_gmem_arsize,
    output logic [1:0]   m_axi_gmem_arburst,
    input  logic         m_axi_gmem_rvalid,
    output logic         m_axi_gmem_rready,
    input  logic [511:0] m_axi_gmem_rdata,
    input  logic [1:0]   m_axi_gmem_rresp,
    input  logic         m_axi_gmem_rlast
);
  typedef enum logic [2:0] {W_REST, W_ADDRESS, W_GIVE, W_ACKNOWLEDGE} writing_t;

  logic         running;
  logic         start;
  logic         done;
  logic [63:0]  arg_from, arg_to, arg_n, unused3;

  // Lines that are not asked for, and not written, yet.
  logic [31:0]  to_ask, to_give;
  logic [63:0]  from, to;

  // Lines on their way and in the queue never exceed it.
  logic [511:0] queue [0:255];
  logic [7:0]   head, tail;
  logic [8:0]   reserved;
  logic [8:0]   held;

  writing_t     writing;
  logic [6:0]   ask_lines, give_lines, left_of_burst;
  logic         asked, took, gave;

  ap_ctrl_hs control (
      .ap_clk(ap_clk),
      .ap_rst_n(ap_rst_n),
      .s_axi_control_awvalid(s_axi_control_awvalid),
      .s_axi_control_awready(s_axi_control_awready),
      .s_axi_control_awaddr(s_axi_control_awaddr),
      .s_axi_control_wvalid(s_axi_control_wvalid),
      .s_axi_control_wready(s_axi_control_wready),
      .s_axi_control_wdata(s_axi_control_wdata),
      .s_axi_control_wstrb(s_axi_control_wstrb),
      .s_axi_control_bvalid(s_axi_control_bvalid),
      .s_axi_control_bready(s_axi_control_bready),
      .s_axi_control_bresp(s_axi_control_bresp),
      .s_axi_control_arvalid(s_axi_control_arvalid),
      .s_axi_control_arready(s_axi_control_arready),
      .s_axi_control_araddr(s_axi_control_araddr),
      .s_axi_control_rvalid(s_axi_control_rvalid),
      .s_axi_control_rready(s_axi_control_rready),
      .s_axi_control_rdata(s_axi_control_rdata),
      .s_axi_control_rresp(s_axi_control_rresp),
      .interrupt(interrupt),
      .kernel_start(start),
      .kernel_done(done),
      .arg0(arg_from),
      .arg1(arg_to),
      .arg2(arg_n),
      .arg3(unused3)
  );

  function automatic logic [6:0] burst(input logic [31:0] lines);
    burst = (lines > 32'd64) ? 7'd64 : lines[6:0];
  endfunction

  assign ask_lines  = burst(to_ask);
  assign give_lines = burst(to_give);

  assign m_axi_gmem_araddr  = from;
  assign m_axi_gmem_arlen   = {1'b0, ask_lines} - 8'd1;
  assign m_axi_gmem_arsize  = 3'd6;
  assign m_axi_gmem_arburst = 2'b01;
  assign m_axi_gmem_rready  = running;

  assign m_axi_gmem_awvalid = writing == W_ADDRESS;
  assign m_axi_gmem_awaddr  = to;
  assign m_axi_gmem_awlen   = {1'b0, give_lines} - 8'd1;
  assign m_axi_gmem_awsize  = 3'd6;
  assign m_axi_gmem_awburst = 2'b01;
  assign m_axi_gmem_wvalid  = writing == W_GIVE;
  assign m_axi_gmem_wdata   = queue[head];
  assign m_axi_gmem_wstrb   = 64'hffffffffffffffff;
  assign m_axi_gmem_wlast   = left_of_burst == 7'd1;
  assign m_axi_gmem_bready  = writing == W_ACKNOWLEDGE;

  // Free room only grows while a burst waits to be taken, so the address stays valid.
  assign m_axi_gmem_arvalid = running && to_ask != 32'd0 && reserved + {2'd0, ask_lines} <= 9'd256;

  assign asked = m_axi_gmem_arvalid && m_axi_gmem_arready;
  assign took  = m_axi_gmem_rvalid && m_axi_gmem_rready;
  assign gave  = m_axi_gmem_wvalid && m_axi_gmem_wready;
  assign done  = running && to_give == 32'd0 && writing == W_REST;

  always_ff @(posedge ap_clk) begin
    if (took) queue[tail] <= m_axi_gmem_rdata;
  end

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      running  <= 1'b0;
      writing  <= W_REST;
      reserved <= 9'd0;
      held     <= 9'd0;
      head     <= 8'd0;
      tail     <= 8'd0;
      to_ask   <= 32'd0;
      to_give  <= 32'd0;
    end else if (!running) begin
      from    <= arg_from;
      to      <= arg_to;
      to_ask  <= arg_n[31:0];
      to_give <= arg_n[31:0];
      running <= start;
    end else begin
      if (done) running <= 1'b0;
      if (asked) begin
        to_ask <= to_ask - {25'd0, ask_lines};
        from   <= from + {51'd0, ask_lines, 6'd0};
      end
      reserved <= reserved + (asked ? {2'd0, ask_lines} : 9'd0) - {8'd0, gave};
      held     <= held + {8'd0, took} - {8'd0, gave};
      if (took) tail <= tail + 8'd1;
      if (gave) head <= head + 8'd1;
      case (writing)
        W_REST:
          if (to_give != 32'd0 && held >= {2'd0, give_lines}) writing <= W_ADDRESS;
        W_ADDRESS:
          if (m_axi_gmem_awready) begin
            left_of_burst <= give_lines;
            writing       <= W_GIVE;
          end
        W_GIVE:
          if (gave) begin
            left_of_burst <= left_of_burst - 7'd1;
            if (m_axi_gmem_wlast) writing <= W_ACKNOWLEDGE;
          end
        default:
          if (m_axi_gmem_bvalid) begin
            to_give <= to_give - {25'd0, give_lines};
            to      <= to + {51'd0, give_lines, 6'd0};
            writing <= W_REST;
          end
      endcase
    end
  end
endmodule
