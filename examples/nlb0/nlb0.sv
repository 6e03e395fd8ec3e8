// Native loop-back, mode 0, behind CCI-P: it copies lines of 64 bytes of the host's memory, and then
// writes a line that says that it is done. Up to 16 lines are on their way at a time.
//
// Registers have 64 bits and are written whole or in halves; docs are in README.md.
module nlb0 (
    input  logic           pClk,
    input  logic           pck_cp2af_softReset,
    input  logic [1:0]     pck_cp2af_pwrState,
    input  logic           pck_cp2af_error,
    input  ccip_fields::rx pck_cp2af_sRx,
    output ccip_fields::tx pck_af2cp_sTx
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
  localparam REPORT_TAG = 16'h8000;

  ccip_fields::rx rx;
  assign rx = pck_cp2af_sRx;
  ccip_fields::register_header request;
  assign request = rx.c0.hdr;

  logic [63:0] scratch_0, scratch_1, status_base, source, target, lines, control, configuration;
  logic [1:0]  state;

  // Lines take the slots in their order; answers come in any order.
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
  wire       read_next =
      state == COPY && running && more && slot_state[read_slot] == FREE && !rx.c0TxAlmFull;
  wire       write_next =
      state == COPY && running && slot_state[write_slot] == FULL && !rx.c1TxAlmFull;
  wire       line_read = rx.c0.rspValid;
  wire       line_written = rx.c1.rspValid && rx.c1.hdr.mdata != REPORT_TAG;
  wire       reported = rx.c1.rspValid && rx.c1.hdr.mdata == REPORT_TAG;

  // A register after a write of all of it, or of a half.
  function automatic logic [63:0] merged(input logic [63:0] old);
    if (request.length != 0) merged = rx.c0.data[63:0];
    else if (request.address[0]) merged = {rx.c0.data[31:0], old[31:0]};
    else merged = {old[63:32], rx.c0.data[31:0]};
  endfunction

  always_ff @(posedge pClk) begin
    pck_af2cp_sTx.c0 <= 0;
    pck_af2cp_sTx.c1 <= 0;
    if (state != IDLE) clocks <= clocks + 1;

    if (read_next) begin
      pck_af2cp_sTx.c0.valid <= 1;
      pck_af2cp_sTx.c0.hdr.address <= source[41:0] + {10'd0, reads};
      pck_af2cp_sTx.c0.hdr.mdata <= {12'd0, read_slot};
      slot_state[read_slot] <= READING;
      reads <= reads + 1;
    end
    if (line_read) begin
      slot_data[rx.c0.hdr.mdata[3:0]] <= rx.c0.data;
      slot_state[rx.c0.hdr.mdata[3:0]] <= FULL;
      reads_answered <= reads_answered + 1;
    end

    if (write_next) begin
      pck_af2cp_sTx.c1.valid <= 1;
      pck_af2cp_sTx.c1.hdr.sop <= 1;
      pck_af2cp_sTx.c1.hdr.address <= target[41:0] + {10'd0, writes};
      pck_af2cp_sTx.c1.hdr.mdata <= {12'd0, write_slot};
      pck_af2cp_sTx.c1.data <= slot_data[write_slot];
      slot_state[write_slot] <= WRITING;
      writes <= writes + 1;
    end
    if (line_written) begin
      slot_state[rx.c1.hdr.mdata[3:0]] <= FREE;
      writes_answered <= writes_answered + 1;
    end

    // All lines are in memory when their writes are answered, so no fence is needed.
    if (state == COPY && !more && writes_answered == reads) state <= REPORT;
    if (state == REPORT && running && !rx.c1TxAlmFull) begin
      pck_af2cp_sTx.c1.valid <= 1;
      pck_af2cp_sTx.c1.hdr.sop <= 1;
      pck_af2cp_sTx.c1.hdr.address <= status_base[47:6] + 42'd1;
      pck_af2cp_sTx.c1.hdr.mdata <= REPORT_TAG;
      pck_af2cp_sTx.c1.data <= {320'd0, writes, reads, clocks, 32'd0, 32'd1};
      reporting <= 1;
      state <= WAIT;
    end
    if (reported) begin
      reporting <= 0;
      state <= IDLE;
    end

    if (rx.c0.mmioWrValid)
      case (request.address[15:1])
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

    // A reset by its register waits for all answers, which would be taken for those of a later run.
    if (!control[0]) draining <= 1;
    if (pck_cp2af_softReset || (!running && !outstanding)) begin
      pck_af2cp_sTx.c0.valid <= 0;
      pck_af2cp_sTx.c1.valid <= 0;
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
    if (pck_cp2af_softReset) begin
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

  // Registers are answered in the second cycle after the request.
  logic        asked;
  logic [8:0]  asked_tid;
  logic [15:0] asked_address;
  logic        asked_half;
  logic [63:0] value;
  always_comb
    case (asked_address[15:1])
      15'h00: value = HEADER;
      15'h01: value = ID_LOW;
      15'h02: value = ID_HIGH;
      SCRATCH_0: value = scratch_0;
      SCRATCH_1: value = scratch_1;
      STATUS_BASE: value = status_base;
      SOURCE: value = source;
      TARGET: value = target;
      LINES: value = lines;
      CONTROL: value = control;
      CONFIG: value = configuration;
      COUNTS: value = {reads, writes};
      PENDING: value = {writes - writes_answered, reads - reads_answered};
      default: value = 0;
    endcase
  always_ff @(posedge pClk) begin
    asked <= rx.c0.mmioRdValid;
    asked_tid <= request.tid;
    asked_address <= request.address;
    asked_half <= request.length == 0;
    pck_af2cp_sTx.c2.mmioRdValid <= asked;
    pck_af2cp_sTx.c2.tid <= asked_tid;
    pck_af2cp_sTx.c2.data <=
        asked_half && asked_address[0] ? {32'd0, value[63:32]} : value;
    if (pck_cp2af_softReset) begin
      asked <= 0;
      pck_af2cp_sTx.c2.mmioRdValid <= 0;
    end
  end
endmodule
