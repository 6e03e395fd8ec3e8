// A timer that its user manages. Writing N to 0x10 has it count N cycles down; at 0 it raises its
// interrupt, until anything is written to 0x14. With bit 31 of N it begins again by itself, so that it
// never stands still. 0x10 reads what is left.
module alarm (
    input  wire        ap_clk,
    input  wire        ap_rst_n,
    input  wire        s_axi_control_awvalid,
    output wire        s_axi_control_awready,
    input  wire [7:0]  s_axi_control_awaddr,
    input  wire        s_axi_control_wvalid,
    output wire        s_axi_control_wready,
    input  wire [31:0] s_axi_control_wdata,
    input  wire [3:0]  s_axi_control_wstrb,
    output reg         s_axi_control_bvalid,
    input  wire        s_axi_control_bready,
    output wire [1:0]  s_axi_control_bresp,
    input  wire        s_axi_control_arvalid,
    output wire        s_axi_control_arready,
    input  wire [7:0]  s_axi_control_araddr,
    output reg         s_axi_control_rvalid,
    input  wire        s_axi_control_rready,
    output reg  [31:0] s_axi_control_rdata,
    output wire [1:0]  s_axi_control_rresp,
    output reg         interrupt
);
  reg         counts;
  reg  [31:0] left, again;

  // An address and its data are taken together.
  wire        write = s_axi_control_awvalid && s_axi_control_wvalid && !s_axi_control_bvalid;
  wire        read  = s_axi_control_arvalid && !s_axi_control_rvalid;

  assign s_axi_control_awready = write;
  assign s_axi_control_wready  = write;
  assign s_axi_control_arready = read;
  assign s_axi_control_bresp   = 2'b00;
  assign s_axi_control_rresp   = 2'b00;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      s_axi_control_bvalid <= 1'b0;
      s_axi_control_rvalid <= 1'b0;
      counts               <= 1'b0;
      interrupt            <= 1'b0;
      left                 <= 32'd0;
      again                <= 32'd0;
    end else begin
      if (s_axi_control_bready) s_axi_control_bvalid <= 1'b0;
      if (s_axi_control_rready) s_axi_control_rvalid <= 1'b0;
      if (read) begin
        s_axi_control_rvalid <= 1'b1;
        s_axi_control_rdata  <= left;
      end
      if (counts) begin
        left <= left - 32'd1;
        if (left == 32'd0) begin
          interrupt <= 1'b1;
          counts    <= again != 32'd0;
          left      <= again;
        end
      end
      if (write) begin
        s_axi_control_bvalid <= 1'b1;
        if (s_axi_control_awaddr == 8'h10) begin
          counts <= 1'b1;
          left   <= {1'b0, s_axi_control_wdata[30:0]};
          again  <= s_axi_control_wdata[31] ? {1'b0, s_axi_control_wdata[30:0]} : 32'd0;
        end
        if (s_axi_control_awaddr == 8'h14) interrupt <= 1'b0;
      end
    end
  end
endmodule
