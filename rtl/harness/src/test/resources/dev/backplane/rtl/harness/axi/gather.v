// Copies n blocks of 128 bytes from a to c, both multiples of 128: reads through a bus of 512 bits
// that only reads, writes through one of 1024 bits that only writes.
module gather (
    input  wire          ap_clk,
    input  wire          ap_rst_n,
    input  wire          s_axi_control_awvalid,
    output wire          s_axi_control_awready,
    input  wire [7:0]    s_axi_control_awaddr,
    input  wire          s_axi_control_wvalid,
    output wire          s_axi_control_wready,
    input  wire [31:0]   s_axi_control_wdata,
    input  wire [3:0]    s_axi_control_wstrb,
    output wire          s_axi_control_bvalid,
    input  wire          s_axi_control_bready,
    output wire [1:0]    s_axi_control_bresp,
    input  wire          s_axi_control_arvalid,
    output wire          s_axi_control_arready,
    input  wire [7:0]    s_axi_control_araddr,
    output wire          s_axi_control_rvalid,
    input  wire          s_axi_control_rready,
    output wire [31:0]   s_axi_control_rdata,
    output wire [1:0]    s_axi_control_rresp,
    output wire          m_axi_in_arvalid,
    input  wire          m_axi_in_arready,
    output wire [63:0]   m_axi_in_araddr,
    output wire [7:0]    m_axi_in_arlen,
    input  wire          m_axi_in_rvalid,
    output wire          m_axi_in_rready,
    input  wire [511:0]  m_axi_in_rdata,
    input  wire          m_axi_in_rlast,
    output wire          m_axi_out_awvalid,
    input  wire          m_axi_out_awready,
    output wire [63:0]   m_axi_out_awaddr,
    output wire [7:0]    m_axi_out_awlen,
    output wire          m_axi_out_wvalid,
    input  wire          m_axi_out_wready,
    output wire [1023:0] m_axi_out_wdata,
    output wire          m_axi_out_wlast,
    input  wire          m_axi_out_bvalid,
    output wire          m_axi_out_bready
);
  reg  [1:0]    phase;
  reg           busy, asked, told, given;
  reg  [31:0]   left;
  reg  [63:0]   from, to;
  reg  [1023:0] block;
  wire          ap_start;
  wire [255:0]  args;
  wire          done = busy && left == 0;

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
      .rresp(s_axi_control_rresp), .interrupt(),
      .ap_start(ap_start), .ap_ready(done), .ap_done(done),
      .ap_idle(!busy), .ap_continue(), .args(args), .result(left)
  );

  // Both halves are read, then the whole is written.
  assign m_axi_in_arvalid  = busy && left != 0 && !asked;
  assign m_axi_in_araddr   = from;
  assign m_axi_in_arlen    = 8'd1;
  assign m_axi_in_rready   = phase < 2;
  assign m_axi_out_awvalid = phase == 2 && !told;
  assign m_axi_out_awaddr  = to;
  assign m_axi_out_awlen   = 8'd0;
  assign m_axi_out_wvalid  = phase == 2 && !given;
  assign m_axi_out_wdata   = block;
  assign m_axi_out_wlast   = 1'b1;
  assign m_axi_out_bready  = 1'b1;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      busy  <= 1'b0;
      asked <= 1'b0;
      told  <= 1'b0;
      given <= 1'b0;
      phase <= 2'd0;
    end else if (!busy) begin
      busy <= ap_start;
      from <= args[63:0];
      to   <= args[127:64];
      left <= args[159:128];
    end else if (left == 0) begin
      busy <= 1'b0;
    end else begin
      if (m_axi_in_arvalid && m_axi_in_arready) asked <= 1'b1;
      if (m_axi_in_rvalid && m_axi_in_rready) begin
        block <= {m_axi_in_rdata, block[1023:512]};
        phase <= phase + 2'd1;
      end
      if (m_axi_out_awvalid && m_axi_out_awready) told <= 1'b1;
      if (m_axi_out_wvalid && m_axi_out_wready) given <= 1'b1;
      if (m_axi_out_bvalid) begin
        from  <= from + 64'd128;
        to    <= to + 64'd128;
        left  <= left - 32'd1;
        asked <= 1'b0;
        told  <= 1'b0;
        given <= 1'b0;
        phase <= 2'd0;
      end
    end
  end
endmodule
