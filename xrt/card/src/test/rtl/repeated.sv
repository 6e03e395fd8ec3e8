// SPDX-License-Identifier: Apache-2.0
//
// A kernel for tests, as slow as one likes: reads the number at source count times, one beat a burst,
// and puts the sum at target + offset. A huge count runs for ever, a huge offset leaves the buffer.
module repeated (
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
    input  logic [1:0]  m_axi_gmem_bresp,
    output logic        m_axi_gmem_arvalid,
    input  logic        m_axi_gmem_arready,
    output logic [63:0] m_axi_gmem_araddr,
    output logic [7:0]  m_axi_gmem_arlen,
    output logic [2:0]  m_axi_gmem_arsize,
    output logic [1:0]  m_axi_gmem_arburst,
    input  logic        m_axi_gmem_rvalid,
    output logic        m_axi_gmem_rready,
    input  logic [31:0] m_axi_gmem_rdata,
    input  logic [1:0]  m_axi_gmem_rresp,
    input  logic        m_axi_gmem_rlast
);
  typedef enum logic [2:0] {IDLE, NEXT, ASK, TAKE, GIVE_ADDRESS, GIVE, ACKNOWLEDGE, DONE} state_t;

  state_t      state;
  logic        start;
  logic        done;
  logic [63:0] source, target, count, offset;
  logic [63:0] left;
  logic [31:0] sum;

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
      .arg0(source),
      .arg1(target),
      .arg2(count),
      .arg3(offset)
  );

  assign done = state == DONE;

  assign m_axi_gmem_arvalid = state == ASK;
  assign m_axi_gmem_araddr  = source;
  assign m_axi_gmem_arlen   = 8'd0;
  assign m_axi_gmem_arsize  = 3'd2;
  assign m_axi_gmem_arburst = 2'b01;
  assign m_axi_gmem_rready  = state == TAKE;

  assign m_axi_gmem_awvalid = state == GIVE_ADDRESS;
  assign m_axi_gmem_awaddr  = target + offset;
  assign m_axi_gmem_awlen   = 8'd0;
  assign m_axi_gmem_awsize  = 3'd2;
  assign m_axi_gmem_awburst = 2'b01;
  assign m_axi_gmem_wvalid  = state == GIVE;
  assign m_axi_gmem_wdata   = sum;
  assign m_axi_gmem_wstrb   = 4'b1111;
  assign m_axi_gmem_wlast   = 1'b1;
  assign m_axi_gmem_bready  = state == ACKNOWLEDGE;

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      state <= IDLE;
    end else begin
      case (state)
        IDLE: begin
          left <= count;
          sum  <= 32'd0;
          if (start) state <= NEXT;
        end
        NEXT: begin
          left  <= left - 64'd1;
          state <= (left == 64'd0) ? GIVE_ADDRESS : ASK;
        end
        ASK: if (m_axi_gmem_arready) state <= TAKE;
        TAKE:
          if (m_axi_gmem_rvalid) begin
            sum   <= sum + m_axi_gmem_rdata;
            state <= NEXT;
          end
        GIVE_ADDRESS: if (m_axi_gmem_awready) state <= GIVE;
        GIVE: if (m_axi_gmem_wready) state <= ACKNOWLEDGE;
        ACKNOWLEDGE: if (m_axi_gmem_bvalid) state <= DONE;
        default: state <= IDLE;
      endcase
    end
  end
endmodule
