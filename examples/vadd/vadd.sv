// SPDX-License-Identifier: Apache-2.0
//
// c[i] = a[i] + b[i] for i < n, 32-bit numbers, over one AXI4 master.
//
// The work goes in chunks of up to 64 numbers: a burst of a into a small memory, a burst of b added
// to it as it comes, a burst of the sums out. A chunk ends where any of the three would cross a
// 4 KiB boundary, which AXI forbids. Addresses must be multiples of 4.
module vadd (
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
  typedef enum logic [3:0] {
    IDLE, PLAN, ASK_A, TAKE_A, ASK_B, TAKE_B, ASK_C, GIVE_C, ACKNOWLEDGE, DONE
  } state_t;

  state_t      state;
  logic        start;
  logic        done;
  logic [63:0] arg_a, arg_b, arg_c, arg_n;
  logic [63:0] a, b, c;
  logic [31:0] left;
  logic [6:0]  chunk;
  logic [6:0]  index;
  logic [31:0] sums [0:63];

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
      .arg0(arg_a),
      .arg1(arg_b),
      .arg2(arg_c),
      .arg3(arg_n)
  );

  // How many words fit before the next 4 KiB boundary, at most 64.
  function automatic logic [6:0] room(input logic [63:0] address);
    logic [10:0] words;
    words = 11'd1024 - {1'b0, address[11:2]};
    room = (words > 11'd64) ? 7'd64 : words[6:0];
  endfunction

  function automatic logic [6:0] least(input logic [6:0] x, input logic [6:0] y);
    least = (x < y) ? x : y;
  endfunction

  assign done = state == DONE;

  assign m_axi_gmem_arvalid = state == ASK_A || state == ASK_B;
  assign m_axi_gmem_araddr  = (state == ASK_A) ? a : b;
  assign m_axi_gmem_arlen   = {1'b0, chunk} - 8'd1;
  assign m_axi_gmem_arsize  = 3'd2;
  assign m_axi_gmem_arburst = 2'b01;
  assign m_axi_gmem_rready  = state == TAKE_A || state == TAKE_B;

  assign m_axi_gmem_awvalid = state == ASK_C;
  assign m_axi_gmem_awaddr  = c;
  assign m_axi_gmem_awlen   = {1'b0, chunk} - 8'd1;
  assign m_axi_gmem_awsize  = 3'd2;
  assign m_axi_gmem_awburst = 2'b01;
  assign m_axi_gmem_wvalid  = state == GIVE_C;
  assign m_axi_gmem_wdata   = sums[index[5:0]];
  assign m_axi_gmem_wstrb   = 4'b1111;
  assign m_axi_gmem_wlast   = index + 7'd1 == chunk;
  assign m_axi_gmem_bready  = state == ACKNOWLEDGE;

  always_ff @(posedge ap_clk) begin
    if (m_axi_gmem_rvalid && state == TAKE_A)
      sums[index[5:0]] <= m_axi_gmem_rdata;
    else if (m_axi_gmem_rvalid && state == TAKE_B)
      sums[index[5:0]] <= sums[index[5:0]] + m_axi_gmem_rdata;
  end

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      state <= IDLE;
    end else begin
      case (state)
        IDLE: begin
          a    <= arg_a;
          b    <= arg_b;
          c    <= arg_c;
          left <= arg_n[31:0];
          if (start) state <= PLAN;
        end
        PLAN: begin
          chunk <= least(least(room(a), room(b)),
                         least(room(c), (left > 32'd64) ? 7'd64 : left[6:0]));
          state <= (left == 32'd0) ? DONE : ASK_A;
        end
        ASK_A: begin
          index <= 7'd0;
          if (m_axi_gmem_arready) state <= TAKE_A;
        end
        TAKE_A:
          if (m_axi_gmem_rvalid) begin
            index <= index + 7'd1;
            if (m_axi_gmem_rlast) state <= ASK_B;
          end
        ASK_B: begin
          index <= 7'd0;
          if (m_axi_gmem_arready) state <= TAKE_B;
        end
        TAKE_B:
          if (m_axi_gmem_rvalid) begin
            index <= index + 7'd1;
            if (m_axi_gmem_rlast) state <= ASK_C;
          end
        ASK_C: begin
          index <= 7'd0;
          if (m_axi_gmem_awready) state <= GIVE_C;
        end
        GIVE_C:
          if (m_axi_gmem_wready) begin
            index <= index + 7'd1;
            if (m_axi_gmem_wlast) state <= ACKNOWLEDGE;
          end
        ACKNOWLEDGE:
          if (m_axi_gmem_bvalid) begin
            a     <= a + {55'd0, chunk, 2'b00};
            b     <= b + {55'd0, chunk, 2'b00};
            c     <= c + {55'd0, chunk, 2'b00};
            left  <= left - {25'd0, chunk};
            state <= PLAN;
          end
        default: state <= IDLE;
      endcase
    end
  end
endmodule
