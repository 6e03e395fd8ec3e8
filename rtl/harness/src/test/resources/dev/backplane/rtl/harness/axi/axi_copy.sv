// An accelerator with AXI ports for memory and registers, as newer shells of OPAE have them. It
// copies lines of 64 bytes in bursts of up to four, four bursts at a time. When all lines are
// written it gives a fence, writes a status line, and raises the interrupt of vector 1.
//
// Registers: header at 0, identifier at 0x08 and 0x10, and at 0x40 source, target, lines and status
// (addresses in lines, at multiples of four), a start, and the number of lines written.
//
// The input fault selects a rule to break; 0 breaks none.
module axi_copy (
    input  logic         clk,
    input  logic         reset_n,
    input  logic [7:0]   fault,

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
    output logic [1:0]   host_mem_arid,
    output logic [7:0]   host_mem_aruser,
    input  logic         host_mem_rvalid,
    output logic         host_mem_rready,
    input  logic [511:0] host_mem_rdata,
    input  logic [1:0]   host_mem_rresp,
    input  logic         host_mem_rlast,
    input  logic [1:0]   host_mem_rid,
    input  logic [7:0]   host_mem_ruser,
    output logic         host_mem_awvalid,
    input  logic         host_mem_awready,
    output logic [63:0]  host_mem_awaddr,
    output logic [7:0]   host_mem_awlen,
    output logic [2:0]   host_mem_awsize,
    output logic [1:0]   host_mem_awburst,
    output logic [1:0]   host_mem_awid,
    output logic [7:0]   host_mem_awuser,
    output logic         host_mem_wvalid,
    input  logic         host_mem_wready,
    output logic [511:0] host_mem_wdata,
    output logic [63:0]  host_mem_wstrb,
    output logic         host_mem_wlast,
    input  logic         host_mem_bvalid,
    output logic         host_mem_bready,
    input  logic [1:0]   host_mem_bresp,
    input  logic [1:0]   host_mem_bid,
    input  logic [7:0]   host_mem_buser
);
  localparam FREE = 2'd0, READING = 2'd1, FULL = 2'd2, WRITING = 2'd3;
  localparam IDLE = 3'd0, COPY = 3'd1, FENCE = 3'd2, STATUS = 3'd3, INTR = 3'd4;
  localparam FIXED = 2'd0, INCR = 2'd1, WRAP = 2'd2;

  // The upper half of USER says what an answer belongs to: a slot, or one of these.
  localparam OF_FENCE = 4'd4, OF_STATUS = 4'd5, OF_INTERRUPT = 4'd6;

  // Rules to break.
  localparam F_RESET = 1, F_VALID = 2, F_PAYLOAD = 3, F_BURST = 4, F_LENGTH = 5, F_SIZE = 6,
      F_WRAP = 7, F_BOUNDARY = 8, F_LAST = 9, F_STROBES = 10, F_ORDER = 11, F_CODE = 12,
      F_HEADER = 13, F_FLAGS = 14, F_SILENT = 15, F_STUCK = 16;

  logic [63:0] source, target, lines, status, issued, written;
  logic [2:0]  state;
  logic        asked;

  // Slots: the lines of a burst, how many there are, how many were read, and where they go.
  logic [1:0]   slot_state [0:3];
  logic [2:0]   slot_count [0:3];
  logic [1:0]   slot_read [0:3];
  logic [63:0]  slot_target [0:3];
  logic [511:0] buffer [0:15];

  logic [2:0] free_slot, full_slot;
  logic       busy;
  always_comb begin
    free_slot = 3'd4;
    full_slot = 3'd4;
    busy = 0;
    for (int i = 3; i >= 0; i--) begin
      if (slot_state[i] == FREE) free_slot = i[2:0];
      if (slot_state[i] == FULL) full_slot = i[2:0];
      if (slot_state[i] != FREE) busy = 1;
    end
  end

  wire [63:0] left = lines - issued;
  wire [2:0]  packet = left >= 4 ? 3'd4 : left[2:0];
  wire        read_next = state == COPY && left != 0 && !free_slot[2]
      && (!host_mem_arvalid || host_mem_arready);

  wire [1:0] filled = host_mem_ruser[5:4];
  wire [1:0] freed = host_mem_buser[5:4];
  assign host_mem_rready = fault != F_STUCK;
  assign host_mem_bready = 1;

  // The burst that is being written.
  logic       copying;
  logic [1:0] slot;
  logic [1:0] beat;
  logic [2:0] beats;
  wire        write_next = !host_mem_awvalid && !host_mem_wvalid;
  assign host_mem_wdata = copying ? buffer[{slot, beat}] : {448'd0, written};
  assign host_mem_wstrb = ~64'd0;
  assign host_mem_wlast = {1'b0, beat} + 3'd1 == beats && fault != F_LAST;

  always_ff @(posedge clk) begin
    if (host_mem_arready) host_mem_arvalid <= 0;
    else if (host_mem_arvalid && fault == F_VALID) host_mem_arvalid <= 0;
    else if (host_mem_arvalid && fault == F_PAYLOAD) host_mem_araddr <= host_mem_araddr + 64;
    if (read_next) begin
      host_mem_arvalid <= 1;
      host_mem_araddr <= {source[57:0] + issued[57:0], 6'd0} + (fault == F_WRAP ? 64'd8 : 64'd0);
      host_mem_arlen <= fault == F_LENGTH ? 8'd16 : fault == F_BOUNDARY ? 8'd127
          : {5'd0, packet} - 8'd1;
      host_mem_arsize <= fault == F_SIZE ? 3'd7 : 3'd6;
      host_mem_arburst <= fault == F_BURST ? 2'd3 : fault == F_LENGTH ? FIXED
          : fault == F_WRAP ? WRAP : INCR;
      host_mem_arid <= free_slot[1:0];
      host_mem_aruser <= {2'd0, free_slot[1:0], 4'd0};
      slot_state[free_slot[1:0]] <= READING;
      slot_count[free_slot[1:0]] <= packet;
      slot_read[free_slot[1:0]] <= 0;
      slot_target[free_slot[1:0]] <= {target[57:0] + issued[57:0], 6'd0};
      issued <= issued + {61'd0, packet};
    end

    if (host_mem_rvalid) begin
      buffer[{filled, slot_read[filled]}] <= host_mem_rdata;
      slot_read[filled] <= slot_read[filled] + 1;
      if (host_mem_rlast) slot_state[filled] <= FULL;
    end

    if (host_mem_awready) host_mem_awvalid <= 0;
    if (host_mem_wready && host_mem_wvalid) begin
      beat <= beat + 1;
      if ({1'b0, beat} + 3'd1 == beats) host_mem_wvalid <= 0;
    end
    if (write_next && (state == COPY ? !full_slot[2] : state != IDLE && !asked)) begin
      host_mem_awvalid <= 1;
      host_mem_wvalid <= 1;
      host_mem_awsize <= fault == F_STROBES ? 3'd5 : 3'd6;
      host_mem_awburst <= INCR;
      host_mem_awlen <= state == FENCE && fault == F_FLAGS ? 8'd1 : 8'd0;
      host_mem_awid <= 0;
      copying <= state == COPY;
      beat <= 0;
      beats <= 1;
      asked <= state != COPY;
      case (state)
        COPY: begin
          host_mem_awaddr <= slot_target[full_slot[1:0]];
          host_mem_awlen <= {5'd0, slot_count[full_slot[1:0]]} - 8'd1;
          host_mem_awid <= full_slot[1:0];
          host_mem_awuser <= {2'd0, full_slot[1:0], 4'd0};
          slot <= full_slot[1:0];
          slot_state[full_slot[1:0]] <= WRITING;
          beats <= slot_count[full_slot[1:0]];
        end
        FENCE: begin
          host_mem_awaddr <= 0;
          host_mem_awuser <= {OF_FENCE, 4'b0010};
        end
        STATUS: begin
          host_mem_awaddr <= {status[57:0], 6'd0};
          host_mem_awuser <= {OF_STATUS, 4'd0};
        end
        default: begin
          host_mem_awaddr <= 1;
          host_mem_awuser <= {OF_INTERRUPT, 4'b0100};
        end
      endcase
    end
    if (host_mem_bvalid) begin
      if (!host_mem_buser[6]) begin
        slot_state[freed] <= FREE;
        written <= written + {61'd0, slot_count[freed]};
      end else begin
        asked <= 0;
        case (host_mem_buser[7:4])
          OF_FENCE: state <= STATUS;
          OF_STATUS: state <= INTR;
          default: state <= IDLE;
        endcase
      end
    end
    if (state == COPY && left == 0 && !busy) state <= FENCE;

    if (write_register)
      case (write_address[17:3])
        15'h08: source <= merged(source);
        15'h09: target <= merged(target);
        15'h0a: lines <= merged(lines);
        15'h0b: status <= merged(status);
        15'h0c: begin
          issued <= 0;
          written <= 0;
          state <= COPY;
        end
        default: ;
      endcase

    if (!reset_n) begin
      host_mem_arvalid <= fault == F_RESET;
      host_mem_awvalid <= 0;
      host_mem_wvalid <= 0;
      state <= IDLE;
      asked <= 0;
      source <= 0;
      target <= 0;
      lines <= 0;
      status <= 0;
      issued <= 0;
      written <= 0;
      for (int i = 0; i < 4; i++) slot_state[i] <= FREE;
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
  assign mmio_bresp = 0;

  function automatic logic [63:0] merged(input logic [63:0] old);
    for (int i = 0; i < 8; i++)
      merged[8 * i +: 8] = write_strobe[i] ? write_data[8 * i +: 8] : old[8 * i +: 8];
  endfunction

  logic        read_asked;
  logic [17:0] read_address;
  assign mmio_arready = !read_asked && !mmio_rvalid;
  assign mmio_rresp = fault == F_CODE ? 2'd1 : 2'd0;

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
      read_asked <= fault != F_SILENT;
      read_address <= mmio_araddr;
      if (fault == F_ORDER) mmio_bvalid <= 1;
    end
    if (read_asked) begin
      read_asked <= 0;
      mmio_rvalid <= 1;
      case (read_address[17:3])
        15'h00: mmio_rdata <= fault == F_HEADER ? 64'h0000_0100_0000_0000 : 64'h1000_0100_0000_0000;
        15'h01: mmio_rdata <= 64'h9b57_21e8_6f03_a4cd;
        15'h02: mmio_rdata <= 64'h51c6_e0f2_8d3a_7b19;
        15'h08: mmio_rdata <= source;
        15'h09: mmio_rdata <= target;
        15'h0a: mmio_rdata <= lines;
        15'h0b: mmio_rdata <= status;
        15'h0d: mmio_rdata <= written;
        default: mmio_rdata <= 0;
      endcase
    end
    if (mmio_rvalid && mmio_rready) mmio_rvalid <= 0;

    if (!reset_n) begin
      has_address <= 0;
      has_data <= 0;
      mmio_bvalid <= 0;
      read_asked <= 0;
      mmio_rvalid <= 0;
    end
  end
endmodule
