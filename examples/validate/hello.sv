// SPDX-License-Identifier: Apache-2.0
//
// Writes "Hello World" and a line end, 16 bytes with its zeros, to where 'text' points: the smallest
// run there can be, whose result shows that registers, start, memory and completion work. The
// address must be a multiple of 16.
module hello (
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

    output logic        m_axi_gmem_awvalid,
    input  logic        m_axi_gmem_awready,
    output logic [63:0] m_axi_gmem_awaddr,
    output logic [7:0]  m_axi_gmem_awlen,
    output logic [2:0]  m_axi_gmem_awsize,
    output logic [1:0]  m_axi_gmem_awburst,
    output logic        m_axi_gmem_wvalid,
    input  logic        m_axi_gmem_wready,
    output logic [31:0] m_axi_gmem_wdata,
    output logic [3:0]  m_axi_gmem_wstrb,
    output logic        m_axi_gmem_wlast,
    input  logic        m_axi_gmem_bvalid,
    output logic        m_axi_gmem_bready,
    input  logic [1:0]  m_axi_gmem_bresp
);
  typedef enum logic [2:0] {IDLE, ADDRESS, GIVE, ACKNOWLEDGE, DONE} state_t;

  state_t      state;
  logic        start;
  logic        done;
  logic [1:0]  beat;
  logic [63:0] text;
  logic [63:0] unused1, unused2, unused3;

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
      .arg0(text),
      .arg1(unused1),
      .arg2(unused2),
      .arg3(unused3)
  );

  assign done = state == DONE;

  assign m_axi_gmem_awvalid = state == ADDRESS;
  assign m_axi_gmem_awaddr  = text;
  assign m_axi_gmem_awlen   = 8'd3;
  assign m_axi_gmem_awsize  = 3'd2;
  assign m_axi_gmem_awburst = 2'b01;
  assign m_axi_gmem_wvalid  = state == GIVE;
  assign m_axi_gmem_wstrb   = 4'b1111;
  assign m_axi_gmem_wlast   = beat == 2'd3;
  assign m_axi_gmem_bready  = state == ACKNOWLEDGE;

  // The first letter is the lowest byte.
  always_comb begin
    case (beat)
      2'd0:    m_axi_gmem_wdata = 32'h6c6c6548;  // "Hell"
      2'd1:    m_axi_gmem_wdata = 32'h6f57206f;  // "o Wo"
      2'd2:    m_axi_gmem_wdata = 32'h0a646c72;  // "rld\n"
      default: m_axi_gmem_wdata = 32'd0;
    endcase
  end

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      state <= IDLE;
      beat  <= 2'd0;
    end else begin
      case (state)
        IDLE: begin
          beat <= 2'd0;
          if (start) state <= ADDRESS;
        end
        ADDRESS: if (m_axi_gmem_awready) state <= GIVE;
        GIVE:
          if (m_axi_gmem_wready) begin
            beat <= beat + 2'd1;
            if (m_axi_gmem_wlast) state <= ACKNOWLEDGE;
          end
        ACKNOWLEDGE: if (m_axi_gmem_bvalid) state <= DONE;
        default: state <= IDLE;
      endcase
    end
  end
endmodule
