// Two clocks that know nothing of each other. Control registers are at ap_clk, registers of 64 bits
// and a stream at fast_clk. A run counts the edges of fast_clk between its start and its end, which
// is n edges of ap_clk later; por is a reset for fast_clk that is active high.
module clocks (
    input  wire        ap_clk,
    input  wire        ap_rst_n,
    input  wire        fast_clk,
    input  wire        por,
    input  wire [67:0] mode,
    output wire [67:0] leds,
    output wire        attention,
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
    input  wire        fast_cfg_awvalid,
    output wire        fast_cfg_awready,
    input  wire [7:0]  fast_cfg_awaddr,
    input  wire        fast_cfg_wvalid,
    output wire        fast_cfg_wready,
    input  wire [63:0] fast_cfg_wdata,
    input  wire [7:0]  fast_cfg_wstrb,
    output wire        fast_cfg_bvalid,
    input  wire        fast_cfg_bready,
    output wire [1:0]  fast_cfg_bresp,
    input  wire        fast_cfg_arvalid,
    output wire        fast_cfg_arready,
    input  wire [7:0]  fast_cfg_araddr,
    output wire        fast_cfg_rvalid,
    input  wire        fast_cfg_rready,
    output wire [63:0] fast_cfg_rdata,
    output wire [1:0]  fast_cfg_rresp,
    output reg         fast_out_tvalid,
    input  wire        fast_out_tready,
    output reg  [31:0] fast_out_tdata
);
  wire         ap_start;
  wire [255:0] args, cfg;
  reg          busy;
  reg  [31:0]  left;
  reg  [31:0]  counted;
  wire         done = busy && left == 0;

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
      .rresp(s_axi_control_rresp), .interrupt(attention),
      .ap_start(ap_start), .ap_ready(done), .ap_done(done),
      .ap_idle(!busy), .ap_continue(), .args(args), .result(counted)
  );

  kernel_control #(.BITS(64)) config_registers (
      .clk(fast_clk), .rst_n(!por),
      .awvalid(fast_cfg_awvalid), .awready(fast_cfg_awready),
      .awaddr(fast_cfg_awaddr), .wvalid(fast_cfg_wvalid),
      .wready(fast_cfg_wready), .wdata(fast_cfg_wdata),
      .wstrb(fast_cfg_wstrb), .bvalid(fast_cfg_bvalid),
      .bready(fast_cfg_bready), .bresp(fast_cfg_bresp),
      .arvalid(fast_cfg_arvalid), .arready(fast_cfg_arready),
      .araddr(fast_cfg_araddr), .rvalid(fast_cfg_rvalid),
      .rready(fast_cfg_rready), .rdata(fast_cfg_rdata),
      .rresp(fast_cfg_rresp), .interrupt(),
      .ap_start(), .ap_ready(1'b0), .ap_done(1'b0),
      .ap_idle(1'b1), .ap_continue(), .args(cfg), .result(32'd0)
  );

  assign leds = ~mode;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      busy <= 1'b0;
    end else if (!busy) begin
      busy <= ap_start;
      left <= args[31:0];
    end else begin
      left <= left - 32'd1;
      if (left == 0) busy <= 1'b0;
    end
  end

  always @(posedge fast_clk) begin
    if (por) begin
      counted         <= 32'd0;
      fast_out_tvalid <= 1'b0;
      fast_out_tdata  <= 32'd0;
    end else begin
      if (busy) counted <= counted + 32'd1;
      fast_out_tvalid <= busy;
      if (fast_out_tvalid && fast_out_tready) fast_out_tdata <= fast_out_tdata + cfg[31:0];
    end
  end
endmodule
