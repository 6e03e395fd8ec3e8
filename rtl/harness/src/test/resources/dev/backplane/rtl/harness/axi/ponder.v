// Does nothing on any bus. With mode 0 it counts down and is done; with others it waits for the third
// word, which somebody has to write, and with 2 a counter runs freely meanwhile.
module ponder (
    input  wire        ap_clk,
    input  wire        ap_rst_n,
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
    output wire [1:0]  s_axi_control_rresp
);
  wire        start;
  wire [95:0] args;
  reg         busy, done;
  reg  [31:0] left, free;
  reg  [31:0] memory [0:15];

  kernel_control #(.WORDS(3)) control (
      .clk(ap_clk), .rst_n(ap_rst_n),
      .awvalid(s_axi_control_awvalid), .awready(s_axi_control_awready), .awaddr(s_axi_control_awaddr),
      .wvalid(s_axi_control_wvalid), .wready(s_axi_control_wready), .wdata(s_axi_control_wdata),
      .wstrb(s_axi_control_wstrb), .bvalid(s_axi_control_bvalid), .bready(s_axi_control_bready),
      .bresp(s_axi_control_bresp), .arvalid(s_axi_control_arvalid), .arready(s_axi_control_arready),
      .araddr(s_axi_control_araddr), .rvalid(s_axi_control_rvalid), .rready(s_axi_control_rready),
      .rdata(s_axi_control_rdata), .rresp(s_axi_control_rresp),
      .interrupt(), .ap_start(start), .ap_ready(done), .ap_done(done), .ap_idle(!busy),
      .ap_continue(), .args(args), .result(memory[args[3:0]] ^ free)
  );

  always @(posedge ap_clk) begin
    done <= 1'b0;
    if (!ap_rst_n) begin
      busy <= 1'b0;
      free <= 32'd0;
    end else if (!busy) begin
      busy <= start && !done;
      left <= args[31:0];
    end else if (args[63:32] == 0) begin
      left <= left - 32'd1;
      memory[left[3:0]] <= left;
      if (left == 32'd0) {busy, done} <= 2'b01;
    end else begin
      if (args[33]) free <= free + 32'd1;
      if (args[95:64] != 0) {busy, done} <= 2'b01;
    end
  end
endmodule
