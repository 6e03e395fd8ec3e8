// SPDX-License-Identifier: Apache-2.0
//
// out[i] = (in[i-1] + 2 in[i] + in[i+1]) / 4, signed 16-bit numbers rounded down, eight a word; what lies
// outside counts as 0. A word waits for the first number of the next one.
module stencil (
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
    output logic m_axi_in_arvalid,
    input  logic m_axi_in_arready,
    output logic [63:0] m_axi_in_araddr,
    output logic [7:0] m_axi_in_arlen,
    output logic [2:0] m_axi_in_arsize,
    output logic [1:0] m_axi_in_arburst,
    input  logic m_axi_in_rvalid,
    output logic m_axi_in_rready,
    input  logic [127:0] m_axi_in_rdata,
    input  logic [1:0] m_axi_in_rresp,
    input  logic m_axi_in_rlast,
    output logic m_axi_out_awvalid,
    input  logic m_axi_out_awready,
    output logic [63:0] m_axi_out_awaddr,
    output logic [7:0] m_axi_out_awlen,
    output logic [2:0] m_axi_out_awsize,
    output logic [1:0] m_axi_out_awburst,
    output logic m_axi_out_wvalid,
    input  logic m_axi_out_wready,
    output logic [127:0] m_axi_out_wdata,
    output logic [15:0] m_axi_out_wstrb,
    output logic m_axi_out_wlast,
    input  logic m_axi_out_bvalid,
    output logic m_axi_out_bready,
    input  logic [1:0] m_axi_out_bresp
);
  logic         start, finish, busy;
  logic [191:0] arguments;
  logic         in_valid, in_ready, in_idle, out_valid, out_ready, out_idle;
  logic [127:0] word, current, result;
  logic         full;
  logic [15:0]  previous;
  logic [31:0]  left;
  logic [159:0] window;

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

  burst_reader #(.DATA(128), .BEATS(16)) reader (
      .clk(ap_clk), .rst_n(ap_rst_n), .start(start), .address(arguments[63:0]), .words(arguments[159:128]), .idle(in_idle),
      .arvalid(m_axi_in_arvalid),
      .arready(m_axi_in_arready),
      .araddr(m_axi_in_araddr),
      .arlen(m_axi_in_arlen),
      .arsize(m_axi_in_arsize),
      .arburst(m_axi_in_arburst),
      .rvalid(m_axi_in_rvalid),
      .rready(m_axi_in_rready),
      .rdata(m_axi_in_rdata),
      .rresp(m_axi_in_rresp),
      .rlast(m_axi_in_rlast),
      .valid(in_valid), .ready(in_ready), .data(word)
  );

  burst_writer #(.DATA(128), .BEATS(16)) writer (
      .clk(ap_clk), .rst_n(ap_rst_n), .start(start), .address(arguments[127:64]), .words(arguments[159:128]), .idle(out_idle),
      .awvalid(m_axi_out_awvalid),
      .awready(m_axi_out_awready),
      .awaddr(m_axi_out_awaddr),
      .awlen(m_axi_out_awlen),
      .awsize(m_axi_out_awsize),
      .awburst(m_axi_out_awburst),
      .wvalid(m_axi_out_wvalid),
      .wready(m_axi_out_wready),
      .wdata(m_axi_out_wdata),
      .wstrb(m_axi_out_wstrb),
      .wlast(m_axi_out_wlast),
      .bvalid(m_axi_out_bvalid),
      .bready(m_axi_out_bready),
      .bresp(m_axi_out_bresp),
      .valid(out_valid), .ready(out_ready), .data(result)
  );

  assign window    = {(left == 32'd0) ? 16'd0 : word[15:0], current, previous};
  assign out_valid = full && (in_valid || left == 32'd0);
  assign in_ready  = !full || out_ready;
  assign finish    = busy && !start && !full && in_idle && out_idle;

  genvar i;
  generate
    for (i = 0; i < 8; i = i + 1) begin : lanes
      logic signed [17:0] sum;
      assign sum = $signed(window[16*i +: 16]) + ($signed(window[16*i+16 +: 16]) <<< 1)
                 + $signed(window[16*i+32 +: 16]);
      assign result[16*i +: 16] = sum[17:2];
    end
  endgenerate

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      busy <= 1'b0;
      full <= 1'b0;
    end else begin
      if (start) begin
        busy   <= 1'b1;
        previous <= 16'd0;
        left   <= arguments[159:128];
      end else if (finish) begin
        busy <= 1'b0;
      end
      if (out_valid && out_ready) begin
        full   <= 1'b0;
        previous <= current[127:112];
      end
      if (in_valid && in_ready) begin
        full    <= 1'b1;
        current <= word;
        left    <= left - 32'd1;
      end
    end
  end
endmodule
