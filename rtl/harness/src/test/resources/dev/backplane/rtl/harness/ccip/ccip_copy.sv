// An accelerator behind CCI-P that copies lines of 64 bytes. It reads and writes packets of up to
// four lines, four packets at a time, in whatever order the responses come. When all lines are
// written it gives a fence, writes a status line, and raises an interrupt.
//
// Registers: header at 0, identifier at 0x08 and 0x10, and at 0x40 source, target, lines and status
// (addresses in lines, at multiples of four), a start, and the number of lines written.
//
// The input fault selects a rule to break; 0 breaks none.
module ccip_copy (
    input  logic           pClk,
    input  logic           pck_cp2af_softReset,
    input  logic [1:0]     pck_cp2af_pwrState,
    input  logic           pck_cp2af_error,
    input  logic [7:0]     fault,
    input  ccip_fields::rx pck_cp2af_sRx,
    output ccip_fields::tx pck_af2cp_sTx
);
  localparam FREE = 2'd0, READING = 2'd1, FULL = 2'd2, WRITING = 2'd3;
  localparam IDLE = 3'd0, COPY = 3'd1, FENCE = 3'd2, STATUS = 3'd3, WAIT = 3'd4, INTR = 3'd5;
  localparam WRLINE_I = 4'd0, WRFENCE = 4'd4, INTERRUPT = 4'd6;

  // Rules to break.
  localparam F_RESET = 1, F_ALMOST_FULL = 2, F_READ_TYPE = 3, F_LENGTH = 4, F_ALIGN = 5,
      F_RESERVED = 6, F_SOP = 7, F_NEXT_ADDRESS = 8, F_TID = 9, F_ANSWER = 10, F_HEADER = 11,
      F_SILENT = 12, F_WRITE_TYPE = 13, F_ANSWER_RESET = 14;

  ccip_fields::rx rx;
  assign rx = pck_cp2af_sRx;
  ccip_fields::register_header request;
  assign request = rx.c0.hdr;

  logic [63:0] source, target, lines, status, issued, written;
  logic [2:0]  state;
  logic [7:0]  age;

  // Slots: the lines of a packet, how many there are, how many are missing, and where they go.
  logic [1:0]   slot_state [0:3];
  logic [2:0]   slot_count [0:3];
  logic [2:0]   slot_missing [0:3];
  logic [41:0]  slot_target [0:3];
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
  wire [2:0]  packet = left >= 4 ? 3'd4 : left >= 2 ? 3'd2 : 3'd1;
  wire        read_next = state == COPY && left != 0 && !free_slot[2] && !rx.c0TxAlmFull;

  // The packet that is being written.
  logic       sending;
  logic [1:0] slot;
  logic [1:0] beat;
  wire        send = sending && !rx.c1TxAlmFull;

  wire [1:0] answered = rx.c1.hdr.mdata[1:0];
  wire [2:0] answered_lines = rx.c1.hdr.format ? {1'b0, rx.c1.hdr.cl_num} + 3'd1 : 3'd1;
  wire       line_written = rx.c1.rspValid && rx.c1.hdr.resp_type == 0 && state == COPY;
  wire [1:0] filled = rx.c0.hdr.mdata[1:0];
  wire       line_read = rx.c0.rspValid && state == COPY && !rx.c0.hdr.mdata[15];

  always_ff @(posedge pClk) begin
    age <= age + 1;
    pck_af2cp_sTx.c0 <= 0;
    if (read_next) begin
      pck_af2cp_sTx.c0.valid <= 1;
      pck_af2cp_sTx.c0.hdr.cl_len <= fault == F_LENGTH ? 2'd2 : packet[1:0] - 2'd1;
      pck_af2cp_sTx.c0.hdr.req_type <= fault == F_READ_TYPE ? 4'd5 : 4'd0;
      pck_af2cp_sTx.c0.hdr.rsvd0 <= fault == F_RESERVED ? 6'd1 : 6'd0;
      pck_af2cp_sTx.c0.hdr.address <=
          source[41:0] + issued[41:0] + (fault == F_ALIGN ? 42'd1 : 42'd0);
      pck_af2cp_sTx.c0.hdr.mdata <= {14'd0, free_slot[1:0]};
      slot_state[free_slot[1:0]] <= READING;
      slot_count[free_slot[1:0]] <= packet;
      slot_missing[free_slot[1:0]] <= packet;
      slot_target[free_slot[1:0]] <= target[41:0] + issued[41:0];
      issued <= issued + {61'd0, packet};
    end else if (fault == F_ALMOST_FULL && state == COPY) begin
      pck_af2cp_sTx.c0.valid <= 1;
      pck_af2cp_sTx.c0.hdr.address <= source[41:0];
      pck_af2cp_sTx.c0.hdr.mdata <= 16'h8000;
    end

    if (line_read) begin
      buffer[{filled, rx.c0.hdr.cl_num}] <= rx.c0.data;
      slot_missing[filled] <= slot_missing[filled] - 1;
      if (slot_missing[filled] == 1) slot_state[filled] <= FULL;
    end

    pck_af2cp_sTx.c1 <= 0;
    if (!sending && state == COPY && !full_slot[2]) begin
      sending <= 1;
      slot <= full_slot[1:0];
      slot_state[full_slot[1:0]] <= WRITING;
      slot_missing[full_slot[1:0]] <= slot_count[full_slot[1:0]];
      beat <= 0;
    end
    if (send) begin
      pck_af2cp_sTx.c1.valid <= 1;
      pck_af2cp_sTx.c1.hdr.sop <= beat == 0 && fault != F_SOP;
      pck_af2cp_sTx.c1.hdr.cl_len <= slot_count[slot][1:0] - 2'd1;
      pck_af2cp_sTx.c1.hdr.req_type <= fault == F_WRITE_TYPE ? 4'd3 : WRLINE_I;
      pck_af2cp_sTx.c1.hdr.address <=
          slot_target[slot] + (fault == F_NEXT_ADDRESS ? 42'd0 : {40'd0, beat});
      pck_af2cp_sTx.c1.hdr.mdata <= {14'd0, slot};
      pck_af2cp_sTx.c1.data <= buffer[{slot, beat}];
      beat <= beat + 1;
      if ({1'b0, beat} + 3'd1 == slot_count[slot]) sending <= 0;
    end
    if (line_written) begin
      slot_missing[answered] <= slot_missing[answered] - answered_lines;
      written <= written + {61'd0, answered_lines};
      if (slot_missing[answered] == answered_lines) slot_state[answered] <= FREE;
    end

    if (state == COPY && left == 0 && !busy) state <= FENCE;
    if (state == FENCE && !rx.c1TxAlmFull) begin
      pck_af2cp_sTx.c1.valid <= 1;
      pck_af2cp_sTx.c1.hdr.req_type <= WRFENCE;
      state <= STATUS;
    end
    // The status may follow the fence at once: it cannot pass it.
    if (state == STATUS && !rx.c1TxAlmFull) begin
      pck_af2cp_sTx.c1.valid <= 1;
      pck_af2cp_sTx.c1.hdr.sop <= 1;
      pck_af2cp_sTx.c1.hdr.req_type <= WRLINE_I;
      pck_af2cp_sTx.c1.hdr.address <= status[41:0];
      pck_af2cp_sTx.c1.hdr.mdata <= 16'h0100;
      pck_af2cp_sTx.c1.data <= {448'd0, written};
      state <= WAIT;
    end
    if (state == WAIT && rx.c1.rspValid && rx.c1.hdr.mdata == 16'h0100) state <= INTR;
    if (state == INTR && !rx.c1TxAlmFull) begin
      pck_af2cp_sTx.c1.valid <= 1;
      pck_af2cp_sTx.c1.hdr.req_type <= INTERRUPT;
      state <= IDLE;
    end

    if (rx.c0.mmioWrValid)
      case (request.address[15:1])
        15'h08: source <= rx.c0.data[63:0];
        15'h09: target <= rx.c0.data[63:0];
        15'h0a: lines <= rx.c0.data[63:0];
        15'h0b: status <= rx.c0.data[63:0];
        15'h0c: begin
          issued <= 0;
          written <= 0;
          state <= COPY;
        end
        default: ;
      endcase

    if (pck_cp2af_softReset) begin
      pck_af2cp_sTx.c0.valid <= fault == F_RESET;
      pck_af2cp_sTx.c1.valid <= 0;
      state <= IDLE;
      sending <= 0;
      age <= 0;
      source <= 0;
      target <= 0;
      lines <= 0;
      written <= 0;
      for (int i = 0; i < 4; i++) slot_state[i] <= FREE;
    end
  end

  // Register reads: answered in the second cycle after the request.
  logic        asked;
  logic [8:0]  asked_tid;
  logic [15:0] asked_address;
  logic [63:0] value;
  always_comb
    case (asked_address[15:1])
      15'h00: value = fault == F_HEADER ? 64'h0000_0100_0000_0000 : 64'h1000_0100_0000_0000;
      15'h01: value = 64'h8a6c_11d0_5e27_93b4;
      15'h02: value = 64'h3d0f_b1c4_77e9_4a52;
      15'h08: value = source;
      15'h09: value = target;
      15'h0a: value = lines;
      15'h0b: value = status;
      15'h0d: value = written;
      default: value = 0;
    endcase
  always_ff @(posedge pClk) begin
    asked <= rx.c0.mmioRdValid && fault != F_SILENT;
    asked_tid <= request.tid;
    asked_address <= request.address;
    pck_af2cp_sTx.c2.mmioRdValid <= asked || (fault == F_ANSWER && age == 40);
    pck_af2cp_sTx.c2.tid <= asked_tid ^ (fault == F_TID ? 9'd1 : 9'd0);
    pck_af2cp_sTx.c2.data <= asked_address[0] ? {32'd0, value[63:32]} : value;
    if (pck_cp2af_softReset) begin
      asked <= 0;
      pck_af2cp_sTx.c2.mmioRdValid <= fault == F_ANSWER_RESET;
    end
  end
endmodule
