// Writes n words of 32 bits from the stream in to memory at c, a multiple of 64.
module collector (
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
    output wire        m_axi_gmem_awvalid,
    input  wire        m_axi_gmem_awready,
    output wire [63:0] m_axi_gmem_awaddr,
    output wire [7:0]  m_axi_gmem_awlen,
    output wire        m_axi_gmem_wvalid,
    input  wire        m_axi_gmem_wready,
    output wire [31:0] m_axi_gmem_wdata,
    output wire [3:0]  m_axi_gmem_wstrb,
    output wire        m_axi_gmem_wlast,
    input  wire        m_axi_gmem_bvalid,
    output wire        m_axi_gmem_bready,
    input  wire        in_tvalid,
    output wire        in_tready,
    input  wire [31:0] in_tdata,
    input  wire        in_tlast
);
  localparam IDLE = 3'd0, ASK = 3'd1, FLOW = 3'd2, ANSWER = 3'd3, DONE = 3'd4;

  wire         ap_start;
  wire [255:0] args;
  reg  [2:0]   state;
  reg  [63:0]  to;
  reg  [31:0]  left, packets;
  reg  [4:0]   beats;

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
      .ap_idle(state == IDLE), .ap_continue(), .args(args), .result(packets)
  );

  wire [4:0] burst = left < 16 ? left[4:0] : 5'd16;

  assign m_axi_gmem_awvalid = state == ASK;
  assign m_axi_gmem_awaddr  = to;
  assign m_axi_gmem_awlen   = burst - 1;
  assign m_axi_gmem_wvalid  = state == FLOW && in_tvalid;
  assign m_axi_gmem_wdata   = in_tdata;
  assign m_axi_gmem_wstrb   = 4'hf;
  assign m_axi_gmem_wlast   = beats == 1;
  assign m_axi_gmem_bready  = state == ANSWER;
  assign in_tready          = state == FLOW && m_axi_gmem_wready;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      state   <= IDLE;
      packets <= 0;
    end else begin
      case (state)
        IDLE: begin
          to   <= args[63:0];
          left <= args[127:96];
          if (ap_start) state <= args[127:96] == 0 ? DONE : ASK;
        end
        ASK: if (m_axi_gmem_awready) begin
          to    <= to + 64;
          beats <= burst;
          state <= FLOW;
        end
        FLOW: if (in_tvalid && m_axi_gmem_wready) begin
          left  <= left - 1;
          beats <= beats - 1;
          if (in_tlast) packets <= packets + 1;
          if (beats == 1) state <= ANSWER;
        end
        ANSWER: if (m_axi_gmem_bvalid) state <= left == 0 ? DONE : ASK;
        default: state <= IDLE;
      endcase
    end
  end
endmodule
