// An accelerator that raises the interrupt whose vector is written to the register 0x110, behind
// AXI: by a write that is flagged in AWUSER. The register 0x100 keeps what is written.
module bell_axi (
    input  logic         clk,
    input  logic         reset_n,

    input  logic         mmio_awvalid,
    output logic         mmio_awready,
    input  logic [17:0]  mmio_awaddr,
    input  logic         mmio_wvalid,
    output logic         mmio_wready,
    input  logic [63:0]  mmio_wdata,
    input  logic [7:0]   mmio_wstrb,
    output logic         mmio_bvalid,
    input  logic         mmio_bready,
    output logic [1:0]   mmio_bresp,
    input  logic         mmio_arvalid,
    output logic         mmio_arready,
    input  logic [17:0]  mmio_araddr,
    output logic         mmio_rvalid,
    input  logic         mmio_rready,
    output logic [63:0]  mmio_rdata,
    output logic [1:0]   mmio_rresp,

    output logic         host_mem_awvalid,
    input  logic         host_mem_awready,
    output logic [63:0]  host_mem_awaddr,
    output logic [7:0]   host_mem_awlen,
    output logic [2:0]   host_mem_awsize,
    output logic [1:0]   host_mem_awburst,
    output logic [3:0]   host_mem_awuser,
    output logic         host_mem_wvalid,
    input  logic         host_mem_wready,
    output logic [511:0] host_mem_wdata,
    output logic [63:0]  host_mem_wstrb,
    output logic         host_mem_wlast,
    input  logic         host_mem_bvalid,
    output logic         host_mem_bready,
    input  logic [1:0]   host_mem_bresp,
    input  logic [3:0]   host_mem_buser
);
  assign mmio_awready = mmio_awvalid && mmio_wvalid && !mmio_bvalid && !host_mem_awvalid
      && !host_mem_wvalid;
  assign mmio_wready = mmio_awready;
  assign mmio_bresp = 0;
  assign mmio_arready = !mmio_rvalid;
  assign mmio_rresp = 0;

  assign host_mem_awlen = 0;
  assign host_mem_awsize = 6;
  assign host_mem_awburst = 1;
  assign host_mem_awuser = 4'b0100;
  assign host_mem_wdata = 0;
  assign host_mem_wstrb = ~64'd0;
  assign host_mem_wlast = 1;
  assign host_mem_bready = 1;

  logic [63:0] kept;
  always_ff @(posedge clk) begin
    if (mmio_awready) begin
      mmio_bvalid <= 1;
      case (mmio_awaddr[17:3])
        15'h20:
          for (int i = 0; i < 8; i++)
            if (mmio_wstrb[i]) kept[8 * i +: 8] <= mmio_wdata[8 * i +: 8];
        15'h22: begin
          host_mem_awvalid <= 1;
          host_mem_awaddr <= {48'd0, mmio_wdata[15:0]};
          host_mem_wvalid <= 1;
        end
        default: ;
      endcase
    end
    if (mmio_bvalid && mmio_bready) mmio_bvalid <= 0;
    if (host_mem_awvalid && host_mem_awready) host_mem_awvalid <= 0;
    if (host_mem_wvalid && host_mem_wready) host_mem_wvalid <= 0;

    if (mmio_arvalid && mmio_arready) begin
      mmio_rvalid <= 1;
      case (mmio_araddr[17:3])
        15'h00: mmio_rdata <= 64'h1000_0100_0000_0000;
        15'h01: mmio_rdata <= 64'h9f17_c36a_20d4_5b8e;
        15'h02: mmio_rdata <= 64'h4ed2_95a0_6b37_4c11;
        15'h20: mmio_rdata <= kept;
        default: mmio_rdata <= 0;
      endcase
    end
    if (mmio_rvalid && mmio_rready) mmio_rvalid <= 0;

    if (!reset_n) begin
      kept <= 0;
      mmio_bvalid <= 0;
      mmio_rvalid <= 0;
      host_mem_awvalid <= 0;
      host_mem_wvalid <= 0;
    end
  end
endmodule
