// SPDX-License-Identifier: Apache-2.0
//
// Sum, least, greatest and exclusive or of n signed 64-bit numbers, written as four words.
module reduce (
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
    input  logic [63:0] m_axi_gmem_rdata,
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
    output logic [63:0] m_axi_gmem_wdata,
    output logic [7:0] m_axi_gmem_wstrb,
    output logic m_axi_gmem_wlast,
    input  logic m_axi_gmem_bvalid,
    output logic m_axi_gmem_bready,
    input  logic [1:0] m_axi_gmem_bresp
);
  typedef enum logic [1:0] {IDLE, READ, WRITE, FLUSH} state_t;

  state_t             state;
  logic               start, finish;
  logic [191:0]       arguments;
  logic               r_valid, r_idle, w_ready, w_idle, w_start;
  logic        [63:0] word;
  logic signed [63:0] sum, least, greatest, mixed;
  logic        [63:0] result;
  logic        [1:0]  index;

  control #(.ARGUMENTS(3)) registers (
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

  burst_reader #(.DATA(64), .BEATS(32)) reader (
      .clk(ap_clk), .rst_n(ap_rst_n), .start(start), .address(arguments[63:0]), .words(arguments[159:128]), .idle(r_idle),
      .arvalid(m_axi_gmem_arvalid),
      .arready(m_axi_gmem_arready),
      .araddr(m_axi_gmem_araddr),
      .arlen(m_axi_gmem_arlen),
      .arsize(m_axi_gmem_arsize),
      .arburst(m_axi_gmem_arburst),
      .rvalid(m_axi_gmem_rvalid),
      .rready(m_axi_gmem_rready),
      .rdata(m_axi_gmem_rdata),
      .rresp(m_axi_gmem_rresp),
      .rlast(m_axi_gmem_rlast),
      .valid(r_valid), .ready(1'b1), .data(word)
  );

  burst_writer #(.DATA(64), .BEATS(4)) writer (
      .clk(ap_clk), .rst_n(ap_rst_n), .start(w_start), .address(arguments[127:64]), .words(32'd4), .idle(w_idle),
      .awvalid(m_axi_gmem_awvalid),
      .awready(m_axi_gmem_awready),
      .awaddr(m_axi_gmem_awaddr),
      .awlen(m_axi_gmem_awlen),
      .awsize(m_axi_gmem_awsize),
      .awburst(m_axi_gmem_awburst),
      .wvalid(m_axi_gmem_wvalid),
      .wready(m_axi_gmem_wready),
      .wdata(m_axi_gmem_wdata),
      .wstrb(m_axi_gmem_wstrb),
      .wlast(m_axi_gmem_wlast),
      .bvalid(m_axi_gmem_bvalid),
      .bready(m_axi_gmem_bready),
      .bresp(m_axi_gmem_bresp),
      .valid(state == WRITE), .ready(w_ready), .data(result)
  );

  assign w_start = state == READ && r_idle && !start;
  assign finish  = state == FLUSH && w_idle;

  always_comb begin
    case (index)
      2'd0: result = sum;
      2'd1: result = least;
      2'd2: result = greatest;
      default: result = mixed;
    endcase
  end

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      state <= IDLE;
      index <= 2'd0;
    end else begin
      case (state)
        IDLE: if (start) begin
          state    <= READ;
          sum      <= 64'sd0;
          least    <= 64'sh7fffffffffffffff;
          greatest <= 64'sh8000000000000000;
          mixed    <= 64'sd0;
        end
        READ: begin
          if (r_valid) begin
            sum   <= sum + $signed(word);
            mixed <= mixed ^ $signed(word);
            if ($signed(word) < least) least <= $signed(word);
            if ($signed(word) > greatest) greatest <= $signed(word);
          end
          if (w_start) state <= WRITE;
        end
        WRITE: if (w_ready) begin
          index <= index + 2'd1;
          if (index == 2'd3) state <= FLUSH;
        end
        default: if (w_idle) state <= IDLE;
      endcase
    end
  end
endmodule
