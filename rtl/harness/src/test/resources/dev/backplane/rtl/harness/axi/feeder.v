// Reads n words of 32 bits at a, a multiple of 64, and gives them as a packet on the stream out.
module feeder (
    input  wire        ap_clk,
    input  wire        ap_rst_n,
    output wire        interrupt,
    input  wire        s_axi_control_awvalid,
    output wire        s_axi_control_awready,
    input  wire [7:0]  s_axi_control_awaddr,
    input  wire        s_axi_control_wvalid,
    output wire        s_axi_control_wready,
    input  wire [31:0] s_axi_control_wdata,
    input  wire [3:0]  s_axi_control_wstrb,
    output wire        s_axi_control_bvalid,
    input  wire        s_axi_control_bready,
    output wire [1:0]  s_axi_control_bresp,
    input  wire        s_axi_control_arvalid,
    output wire        s_axi_control_arready,
    input  wire [7:0]  s_axi_control_araddr,
    output wire        s_axi_control_rvalid,
    input  wire        s_axi_control_rready,
    output wire [31:0] s_axi_control_rdata,
    output wire [1:0]  s_axi_control_rresp,
    output wire        m_axi_gmem_arvalid,
    input  wire        m_axi_gmem_arready,
    output wire [63:0] m_axi_gmem_araddr,
    output wire [7:0]  m_axi_gmem_arlen,
    input  wire        m_axi_gmem_rvalid,
    output wire        m_axi_gmem_rready,
    input  wire [31:0] m_axi_gmem_rdata,
    input  wire        m_axi_gmem_rlast,
    output wire        out_tvalid,
    input  wire        out_tready,
    output wire [31:0] out_tdata,
    output wire        out_tlast
);
  localparam IDLE = 2'd0, ASK = 2'd1, FLOW = 2'd2, DONE = 2'd3;

  wire         ap_start;
  wire [255:0] args;
  reg  [1:0]   state;
  reg  [63:0]  from;
  reg  [31:0]  left;

  kernel_control control (
      .clk(ap_clk), .rst_n(ap_rst_n),
      .awvalid(s_axi_control_awvalid), .awready(s_axi_control_awready),
      .awaddr(s_axi_control_awaddr), .wvalid(s_axi_control_wvalid),
      .wready(s_axi_control_wready), .wdata(s_axi_control_wdata),
      .wstrb(s_axi_control_wstrb), .bvalid(s_axi_control_bvalid),
      .bready(s_axi_control_bready), .bresp(s_axi_control_bresp),
      .arvalid(s_axi_control_arvalid), .arready(s_axi_control_arready),
      .araddr(s_axi_control_araddr), .rvalid(s_axi_control_rvalid),
      .rready(s_axi_control_rready), .rdata(s_axi_control_rdata),
      .rresp(s_axi_control_rresp), .interrupt(interrupt),
      .ap_start(ap_start), .ap_ready(state == DONE), .ap_done(state == DONE),
      .ap_idle(state == IDLE), .ap_continue(), .args(args), .result(left)
  );

  wire [31:0] burst = left < 16 ? left : 32'd16;

  assign m_axi_gmem_arvalid = state == ASK;
  assign m_axi_gmem_araddr  = from;
  assign m_axi_gmem_arlen   = burst - 1;
  assign m_axi_gmem_rready  = state == FLOW && out_tready;
  assign out_tvalid         = state == FLOW && m_axi_gmem_rvalid;
  assign out_tdata          = m_axi_gmem_rdata;
  assign out_tlast          = left == 1;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      state <= IDLE;
    end else begin
      case (state)
        IDLE: begin
          from <= args[63:0];
          left <= args[127:96];
          if (ap_start) state <= args[127:96] == 0 ? DONE : ASK;
        end
        ASK: if (m_axi_gmem_arready) begin
          from  <= from + 64;
          state <= FLOW;
        end
        FLOW: if (out_tvalid && out_tready) begin
          left <= left - 1;
          if (m_axi_gmem_rlast) state <= left == 1 ? DONE : ASK;
        end
        default: state <= IDLE;
      endcase
    end
  end
endmodule
