// Native loop-back, mode 0, behind AXI: registers on a slave of AXI4-Lite, memory of the host on a
// master of AXI4. What copies is that of ../nlb0; docs are in ../nlb0/README.md.
module nlb0_axi (
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

    output logic         host_mem_arvalid,
    input  logic         host_mem_arready,
    output logic [63:0]  host_mem_araddr,
    output logic [7:0]   host_mem_arlen,
    output logic [2:0]   host_mem_arsize,
    output logic [1:0]   host_mem_arburst,
    output logic [4:0]   host_mem_arid,
    input  logic         host_mem_rvalid,
    output logic         host_mem_rready,
    input  logic [511:0] host_mem_rdata,
    input  logic [1:0]   host_mem_rresp,
    input  logic         host_mem_rlast,
    input  logic [4:0]   host_mem_rid,
    output logic         host_mem_awvalid,
    input  logic         host_mem_awready,
    output logic [63:0]  host_mem_awaddr,
    output logic [7:0]   host_mem_awlen,
    output logic [2:0]   host_mem_awsize,
    output logic [1:0]   host_mem_awburst,
    output logic [4:0]   host_mem_awid,
    output logic         host_mem_wvalid,
    input  logic         host_mem_wready,
    output logic [511:0] host_mem_wdata,
    output logic [63:0]  host_mem_wstrb,
    output logic         host_mem_wlast,
    input  logic         host_mem_bvalid,
    output logic         host_mem_bready,
    input  logic [1:0]   host_mem_bresp,
    input  logic [4:0]   host_mem_bid
);
  // Registers are written when address and data are there, and read in the cycle after the address.
  logic        has_address, has_data;
  logic [17:0] write_address;
  logic [63:0] write_data;
  logic [7:0]  write_strobe;
  wire         write_register = has_address && has_data;
  assign mmio_awready = !has_address && !mmio_bvalid;
  assign mmio_wready = !has_data && !mmio_bvalid;
  assign mmio_bresp = 2'd0;

  logic        asked;
  logic [17:0] read_address;
  logic [63:0] value;
  assign mmio_arready = !asked && !mmio_rvalid;
  assign mmio_rresp = 2'd0;

  // Every burst is a line, and its id the tag.
  assign host_mem_arlen = 8'd0;
  assign host_mem_arsize = 3'd6;
  assign host_mem_arburst = 2'd1;
  assign host_mem_awlen = 8'd0;
  assign host_mem_awsize = 3'd6;
  assign host_mem_awburst = 2'd1;
  assign host_mem_wstrb = ~64'd0;
  assign host_mem_wlast = 1'b1;
  assign host_mem_rready = 1'b1;
  assign host_mem_bready = 1'b1;

  logic         read_valid, write_valid;
  logic [41:0]  read_line, write_line;
  logic [3:0]   read_tag;
  logic [4:0]   write_tag;
  logic [511:0] write_content;

  nlb0_core core (
      .clk,
      .reset(!reset_n),
      .write(write_register),
      .write_word(write_address[17:3]),
      .write_value(write_data),
      .write_bytes(write_strobe),
      .read_word(read_address[17:3]),
      .read_value(value),
      .read_room(!host_mem_arvalid || host_mem_arready),
      .read_valid,
      .read_line,
      .read_tag,
      .read_answered(host_mem_rvalid),
      .read_answer_tag(host_mem_rid[3:0]),
      .read_answer(host_mem_rdata),
      .write_room(
          (!host_mem_awvalid || host_mem_awready) && (!host_mem_wvalid || host_mem_wready)),
      .write_valid,
      .write_line,
      .write_tag,
      .write_content,
      .write_answered(host_mem_bvalid),
      .write_answer_tag(host_mem_bid)
  );

  always_ff @(posedge clk) begin
    if (host_mem_arready) host_mem_arvalid <= 0;
    if (host_mem_awready) host_mem_awvalid <= 0;
    if (host_mem_wready) host_mem_wvalid <= 0;
    if (read_valid) begin
      host_mem_arvalid <= 1;
      host_mem_araddr <= {16'd0, read_line, 6'd0};
      host_mem_arid <= {1'b0, read_tag};
    end
    if (write_valid) begin
      host_mem_awvalid <= 1;
      host_mem_awaddr <= {16'd0, write_line, 6'd0};
      host_mem_awid <= write_tag;
      host_mem_wvalid <= 1;
      host_mem_wdata <= write_content;
    end

    if (mmio_awvalid && mmio_awready) begin
      has_address <= 1;
      write_address <= mmio_awaddr;
    end
    if (mmio_wvalid && mmio_wready) begin
      has_data <= 1;
      write_data <= mmio_wdata;
      write_strobe <= mmio_wstrb;
    end
    if (write_register) begin
      has_address <= 0;
      has_data <= 0;
      mmio_bvalid <= 1;
    end
    if (mmio_bvalid && mmio_bready) mmio_bvalid <= 0;

    if (mmio_arvalid && mmio_arready) begin
      asked <= 1;
      read_address <= mmio_araddr;
    end
    if (asked) begin
      asked <= 0;
      mmio_rvalid <= 1;
      mmio_rdata <= value;
    end
    if (mmio_rvalid && mmio_rready) mmio_rvalid <= 0;

    if (!reset_n) begin
      host_mem_arvalid <= 0;
      host_mem_awvalid <= 0;
      host_mem_wvalid <= 0;
      has_address <= 0;
      has_data <= 0;
      mmio_bvalid <= 0;
      asked <= 0;
      mmio_rvalid <= 0;
    end
  end
endmodule
