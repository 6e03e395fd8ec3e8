// ap_ctrl_chain: takes the next start while it still works on the last one. A run takes n cycles
// and adds x to the sum; done stays up until it is acknowledged.
module chained (
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
    output wire [1:0]  s_axi_control_rresp
);
  wire         ap_start, ap_continue;
  wire [255:0] args;
  reg          waits, works, done;
  reg  [31:0]  next_n, next_x, left, x, sum;
  wire         ap_ready = ap_start && !waits;

  kernel_control #(.CHAIN(1)) control (
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
      .ap_start(ap_start), .ap_ready(ap_ready), .ap_done(done),
      .ap_idle(!waits && !works && !done), .ap_continue(ap_continue), .args(args), .result(sum)
  );

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      waits <= 1'b0;
      works <= 1'b0;
      done  <= 1'b0;
      sum   <= 32'd0;
    end else begin
      if (ap_ready) begin
        waits  <= 1'b1;
        next_n <= args[31:0];
        next_x <= args[63:32];
      end else if (waits && !works && !done) begin
        waits <= 1'b0;
      end
      if (waits && !works && !done) begin
        works <= 1'b1;
        left  <= next_n;
        x     <= next_x;
      end
      if (works) begin
        left <= left - 32'd1;
        if (left == 0) begin
          works <= 1'b0;
          done  <= 1'b1;
          sum   <= sum + x;
        end
      end
      if (done && ap_continue) done <= 1'b0;
    end
  end
endmodule
