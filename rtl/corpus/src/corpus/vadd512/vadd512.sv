// SPDX-License-Identifier: Apache-2.0
//
// c[i] = a[i] + b[i], 32-bit numbers in words of sixteen, all through one master.
// Sixteen words of a wait in a buffer for those of b; addresses are multiples of 1 KiB.
module vadd512 (
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
    output logic m_axi_gmem_arvalid,
    input  logic m_axi_gmem_arready,
    output logic [63:0] m_axi_gmem_araddr,
    output logic [7:0] m_axi_gmem_arlen,
    output logic [2:0] m_axi_gmem_arsize,
    output logic [1:0] m_axi_gmem_arburst,
    input  logic m_axi_gmem_rvalid,
    output logic m_axi_gmem_rready,
    input  logic [511:0] m_axi_gmem_rdata,
    input  logic [1:0] m_axi_gmem_rresp,
    input  logic m_axi_gmem_rlast,
    output logic m_axi_gmem_awvalid,
    input  logic m_axi_gmem_awready,
    output logic [63:0] m_axi_gmem_awaddr,
    output logic [7:0] m_axi_gmem_awlen,
    output logic [2:0] m_axi_gmem_awsize,
    output logic [1:0] m_axi_gmem_awburst,
    output logic m_axi_gmem_wvalid,
    input  logic m_axi_gmem_wready,
    output logic [511:0] m_axi_gmem_wdata,
    output logic [63:0] m_axi_gmem_wstrb,
    output logic m_axi_gmem_wlast,
    input  logic m_axi_gmem_bvalid,
    output logic m_axi_gmem_bready,
    input  logic [1:0] m_axi_gmem_bresp
);
  typedef enum logic [2:0] {IDLE, ASK_A, ASK_B, TAKE_A, TAKE_B, WRITE, ANSWER} state_t;

  state_t       state;
  logic         start, finish, busy;
  logic [255:0] arguments;
  logic [63:0]  offset;
  logic [31:0]  left;
  logic [4:0]   chunk, index;
  logic [511:0] buffer [0:15];
  logic [511:0] sums;

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

  assign chunk = (left > 32'd16) ? 5'd16 : left[4:0];

  assign m_axi_gmem_arvalid = state == ASK_A || state == ASK_B;
  assign m_axi_gmem_araddr  = (state == ASK_A ? arguments[63:0] : arguments[127:64]) + offset;
  assign m_axi_gmem_arlen   = {3'd0, chunk} - 8'd1;
  assign m_axi_gmem_arsize  = 3'd6;
  assign m_axi_gmem_arburst = 2'b01;
  assign m_axi_gmem_rready  = state == TAKE_A || state == TAKE_B;

  assign m_axi_gmem_awvalid = state == WRITE && index == 5'd0;
  assign m_axi_gmem_awaddr  = arguments[191:128] + offset;
  assign m_axi_gmem_awlen   = {3'd0, chunk} - 8'd1;
  assign m_axi_gmem_awsize  = 3'd6;
  assign m_axi_gmem_awburst = 2'b01;
  assign m_axi_gmem_wvalid  = state == WRITE && index != 5'd0;
  assign m_axi_gmem_wdata   = buffer[index[3:0] - 4'd1];
  assign m_axi_gmem_wstrb   = {64{1'b1}};
  assign m_axi_gmem_wlast   = index == chunk;
  assign m_axi_gmem_bready  = state == ANSWER;
  assign finish             = state == IDLE && left == 32'd0 && busy;

  genvar lane;
  generate
    for (lane = 0; lane < 16; lane = lane + 1) begin : lanes
      assign sums[32*lane +: 32] = buffer[index[3:0]][32*lane +: 32] + m_axi_gmem_rdata[32*lane +: 32];
    end
  endgenerate

  always_ff @(posedge ap_clk) begin
    if (m_axi_gmem_rvalid && m_axi_gmem_rready)
      buffer[index[3:0]] <= (state == TAKE_A) ? m_axi_gmem_rdata : sums;
  end

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      state <= IDLE;
      busy  <= 1'b0;
      left  <= 32'd0;
    end else begin
      case (state)
        IDLE: begin
          index  <= 5'd0;
          busy   <= 1'b0;
          if (start) begin
            busy   <= 1'b1;
            left   <= arguments[223:192];
            offset <= 64'd0;
          end
          if (left != 32'd0) begin
            busy  <= 1'b1;
            state <= ASK_A;
          end
        end
        ASK_A: if (m_axi_gmem_arready) state <= ASK_B;
        ASK_B: if (m_axi_gmem_arready) state <= TAKE_A;
        TAKE_A: if (m_axi_gmem_rvalid) begin
          index <= m_axi_gmem_rlast ? 5'd0 : index + 5'd1;
          if (m_axi_gmem_rlast) state <= TAKE_B;
        end
        TAKE_B: if (m_axi_gmem_rvalid) begin
          index <= m_axi_gmem_rlast ? 5'd0 : index + 5'd1;
          if (m_axi_gmem_rlast) state <= WRITE;
        end
        WRITE: if (index == 5'd0 ? m_axi_gmem_awready : m_axi_gmem_wready) begin
          index <= index + 5'd1;
          if (index == chunk) state <= ANSWER;
        end
        default: if (m_axi_gmem_bvalid) begin
          index  <= 5'd0;
          offset <= offset + {53'd0, chunk, 6'd0};
          left   <= left - {27'd0, chunk};
          state  <= IDLE;
        end
      endcase
    end
  end
endmodule
