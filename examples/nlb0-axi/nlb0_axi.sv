// Native loop-back, mode 0, behind AXI: registers on a slave of AXI4-Lite, memory of the host on a
// master of AXI4. It does what ../nlb0 does behind CCI-P. Up to 16 lines are on their way at a time.
//
// Registers have 64 bits and are written whole or in part; docs are in ../nlb0/README.md.
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
  localparam logic [63:0] HEADER = 64'h1000_0100_0000_0000;
  localparam logic [63:0] ID_LOW = 64'hf89e_4336_83f9_040b;
  localparam logic [63:0] ID_HIGH = 64'hd842_4dc4_a4a3_c413;

  // Registers, by their number of 64-bit words.
  localparam SCRATCH_0 = 15'h20, SCRATCH_1 = 15'h21, STATUS_BASE = 15'h22, SOURCE = 15'h24,
      TARGET = 15'h25, LINES = 15'h26, CONTROL = 15'h27, CONFIG = 15'h28, COUNTS = 15'h2c,
      PENDING = 15'h2d;

  localparam IDLE = 2'd0, COPY = 2'd1, REPORT = 2'd2, WAIT = 2'd3;
  localparam FREE = 2'd0, READING = 2'd1, FULL = 2'd2, WRITING = 2'd3;
  localparam SLOTS = 16;
  localparam REPORT_ID = 5'd16;

  logic [63:0] scratch_0, scratch_1, status_base, source, target, lines, control, configuration;
  logic [1:0]  state;

  // Lines take the slots in their order. A slot is the id of its requests, so answers come in any
  // order.
  logic [1:0]   slot_state [0:SLOTS-1];
  logic [511:0] slot_data [0:SLOTS-1];
  logic [31:0]  reads, writes, reads_answered, writes_answered;
  logic [63:0]  clocks;
  logic         reporting, started, draining;

  wire       running = control[0] && !draining;
  wire       outstanding =
      reads_answered != reads || writes_answered != writes || reporting;
  wire [3:0] read_slot = reads[3:0];
  wire [3:0] write_slot = writes[3:0];
  wire       more = !control[2] && {32'd0, reads} != lines;
  wire       read_free = !host_mem_arvalid || host_mem_arready;
  wire       write_free =
      (!host_mem_awvalid || host_mem_awready) && (!host_mem_wvalid || host_mem_wready);
  wire       read_next =
      state == COPY && running && more && slot_state[read_slot] == FREE && read_free;
  wire       write_next =
      state == COPY && running && slot_state[write_slot] == FULL && write_free;
  wire       line_written = host_mem_bvalid && host_mem_bid != REPORT_ID;
  wire       reported = host_mem_bvalid && host_mem_bid == REPORT_ID;

  // Every burst is a line.
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

  always_ff @(posedge clk) begin
    if (host_mem_arready) host_mem_arvalid <= 0;
    if (host_mem_awready) host_mem_awvalid <= 0;
    if (host_mem_wready) host_mem_wvalid <= 0;
    if (state != IDLE) clocks <= clocks + 1;

    if (read_next) begin
      host_mem_arvalid <= 1;
      host_mem_araddr <= {16'd0, source[41:0] + {10'd0, reads}, 6'd0};
      host_mem_arid <= {1'b0, read_slot};
      slot_state[read_slot] <= READING;
      reads <= reads + 1;
    end
    if (host_mem_rvalid) begin
      slot_data[host_mem_rid[3:0]] <= host_mem_rdata;
      slot_state[host_mem_rid[3:0]] <= FULL;
      reads_answered <= reads_answered + 1;
    end

    if (write_next) begin
      host_mem_awvalid <= 1;
      host_mem_awaddr <= {16'd0, target[41:0] + {10'd0, writes}, 6'd0};
      host_mem_awid <= {1'b0, write_slot};
      host_mem_wvalid <= 1;
      host_mem_wdata <= slot_data[write_slot];
      slot_state[write_slot] <= WRITING;
      writes <= writes + 1;
    end
    if (line_written) begin
      slot_state[host_mem_bid[3:0]] <= FREE;
      writes_answered <= writes_answered + 1;
    end

    // All lines are in memory when their writes are answered, so no fence is needed.
    if (state == COPY && !more && writes_answered == reads) state <= REPORT;
    if (state == REPORT && running && write_free) begin
      host_mem_awvalid <= 1;
      host_mem_awaddr <= {16'd0, status_base[47:6] + 42'd1, 6'd0};
      host_mem_awid <= REPORT_ID;
      host_mem_wvalid <= 1;
      host_mem_wdata <= {320'd0, writes, reads, clocks, 32'd0, 32'd1};
      reporting <= 1;
      state <= WAIT;
    end
    if (reported) begin
      reporting <= 0;
      state <= IDLE;
    end

    if (write_register)
      case (write_address[17:3])
        SCRATCH_0: scratch_0 <= merged(scratch_0);
        SCRATCH_1: scratch_1 <= merged(scratch_1);
        STATUS_BASE: status_base <= merged(status_base);
        SOURCE: source <= merged(source);
        TARGET: target <= merged(target);
        LINES: lines <= merged(lines);
        CONFIG: configuration <= merged(configuration);
        CONTROL: control <= merged(control);
        default: ;
      endcase
    // A start is a change of its bit.
    if (!control[0] || !control[1]) started <= 0;
    else if (running && !started && state == IDLE) begin
      started <= 1;
      state <= COPY;
      reads <= 0;
      writes <= 0;
      reads_answered <= 0;
      writes_answered <= 0;
      clocks <= 0;
    end

    // A reset by its register waits for all answers: AXI takes no request back.
    if (!control[0]) draining <= 1;
    if (!reset_n || (!running && !outstanding)) begin
      state <= IDLE;
      started <= 0;
      reporting <= 0;
      draining <= 0;
      reads <= 0;
      writes <= 0;
      reads_answered <= 0;
      writes_answered <= 0;
      clocks <= 0;
      for (int i = 0; i < SLOTS; i++) slot_state[i] <= FREE;
    end
    if (!reset_n) begin
      host_mem_arvalid <= 0;
      host_mem_awvalid <= 0;
      host_mem_wvalid <= 0;
      scratch_0 <= 0;
      scratch_1 <= 0;
      status_base <= 0;
      source <= 0;
      target <= 0;
      lines <= 0;
      configuration <= 0;
      control <= 0;
    end
  end

  // Registers are written when address and data are there, and read in the cycle after the address.
  logic        has_address, has_data;
  logic [17:0] write_address;
  logic [63:0] write_data;
  logic [7:0]  write_strobe;
  wire         write_register = has_address && has_data;
  assign mmio_awready = !has_address && !mmio_bvalid;
  assign mmio_wready = !has_data && !mmio_bvalid;
  assign mmio_bresp = 2'd0;

  // A register after a write of some of its bytes.
  function automatic logic [63:0] merged(input logic [63:0] old);
    for (int i = 0; i < 8; i++)
      merged[8 * i +: 8] = write_strobe[i] ? write_data[8 * i +: 8] : old[8 * i +: 8];
  endfunction

  logic        asked;
  logic [17:0] read_address;
  assign mmio_arready = !asked && !mmio_rvalid;
  assign mmio_rresp = 2'd0;

  always_ff @(posedge clk) begin
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
      case (read_address[17:3])
        15'h00: mmio_rdata <= HEADER;
        15'h01: mmio_rdata <= ID_LOW;
        15'h02: mmio_rdata <= ID_HIGH;
        SCRATCH_0: mmio_rdata <= scratch_0;
        SCRATCH_1: mmio_rdata <= scratch_1;
        STATUS_BASE: mmio_rdata <= status_base;
        SOURCE: mmio_rdata <= source;
        TARGET: mmio_rdata <= target;
        LINES: mmio_rdata <= lines;
        CONTROL: mmio_rdata <= control;
        CONFIG: mmio_rdata <= configuration;
        COUNTS: mmio_rdata <= {reads, writes};
        PENDING: mmio_rdata <= {writes - writes_answered, reads - reads_answered};
        default: mmio_rdata <= 0;
      endcase
    end
    if (mmio_rvalid && mmio_rready) mmio_rvalid <= 0;

    if (!reset_n) begin
      has_address <= 0;
      has_data <= 0;
      mmio_bvalid <= 0;
      asked <= 0;
      mmio_rvalid <= 0;
    end
  end
endmodule
