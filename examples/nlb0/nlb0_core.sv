// Native loop-back, mode 0, behind any bus: its registers, and what copies lines of 64 bytes of the
// host's memory and then writes a line that says that it is done. Up to 16 lines are on their way at
// a time. nlb0.sv and ../nlb0-axi/nlb0_axi.sv connect it to a bus; docs are in README.md.
module nlb0_core (
    input  logic         clk,
    input  logic         reset,

    // Registers have 64 bits; a write has some of the bytes, a read the value at once.
    input  logic         write,
    input  logic [14:0]  write_word,
    input  logic [63:0]  write_value,
    input  logic [7:0]   write_bytes,
    input  logic [14:0]  read_word,
    output logic [63:0]  read_value,

    // A request is made in each cycle in which it is valid and the bus has room. Answers come in any
    // order.
    input  logic         read_room,
    output logic         read_valid,
    output logic [41:0]  read_line,
    output logic [3:0]   read_tag,
    input  logic         read_answered,
    input  logic [3:0]   read_answer_tag,
    input  logic [511:0] read_answer,
    input  logic         write_room,
    output logic         write_valid,
    output logic [41:0]  write_line,
    output logic [4:0]   write_tag,
    output logic [511:0] write_content,
    input  logic         write_answered,
    input  logic [4:0]   write_answer_tag
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
  localparam REPORT_TAG = 5'd16;

  logic [63:0] scratch_0, scratch_1, status_base, source, target, lines, control, configuration;
  logic [1:0]  state;

  // Lines take the slots in their order. A slot is the tag of its requests.
  logic [1:0]   slot_state [0:SLOTS-1];
  logic [511:0] slot_data [0:SLOTS-1];
  logic [31:0]  reads, writes, reads_done, writes_done;
  logic [63:0]  clocks;
  logic         reporting, started, draining;

  wire       running = control[0] && !draining;
  wire       outstanding = reads_done != reads || writes_done != writes || reporting;
  wire [3:0] read_slot = reads[3:0];
  wire [3:0] write_slot = writes[3:0];
  wire       more = !control[2] && {32'd0, reads} != lines;
  wire       write_next = state == COPY && running && slot_state[write_slot] == FULL && write_room;
  wire       report = state == REPORT && running && write_room;
  wire       line_written = write_answered && write_answer_tag != REPORT_TAG;
  wire       reported = write_answered && write_answer_tag == REPORT_TAG;

  assign read_valid = state == COPY && running && more && slot_state[read_slot] == FREE && read_room;
  assign read_line = source[41:0] + {10'd0, reads};
  assign read_tag = read_slot;
  assign write_valid = write_next || report;
  assign write_line = report ? status_base[47:6] + 42'd1 : target[41:0] + {10'd0, writes};
  assign write_tag = report ? REPORT_TAG : {1'b0, write_slot};
  assign write_content =
      report ? {320'd0, writes, reads, clocks, 32'd0, 32'd1} : slot_data[write_slot];

  // A register after a write of some of its bytes.
  function automatic logic [63:0] merged(input logic [63:0] old);
    for (int i = 0; i < 8; i++)
      merged[8 * i +: 8] = write_bytes[i] ? write_value[8 * i +: 8] : old[8 * i +: 8];
  endfunction

  always_ff @(posedge clk) begin
    if (state != IDLE) clocks <= clocks + 1;

    if (read_valid) begin
      slot_state[read_slot] <= READING;
      reads <= reads + 1;
    end
    if (read_answered) begin
      slot_data[read_answer_tag] <= read_answer;
      slot_state[read_answer_tag] <= FULL;
      reads_done <= reads_done + 1;
    end

    if (write_next) begin
      slot_state[write_slot] <= WRITING;
      writes <= writes + 1;
    end
    if (line_written) begin
      slot_state[write_answer_tag[3:0]] <= FREE;
      writes_done <= writes_done + 1;
    end

    // All lines are in memory when their writes are answered, so no fence is needed.
    if (state == COPY && !more && writes_done == reads) state <= REPORT;
    if (report) begin
      reporting <= 1;
      state <= WAIT;
    end
    if (reported) begin
      reporting <= 0;
      state <= IDLE;
    end

    if (write)
      case (write_word)
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
      reads_done <= 0;
      writes_done <= 0;
      clocks <= 0;
    end

    // A reset by its register waits for all answers, which would be taken for those of a later run.
    if (!control[0]) draining <= 1;
    if (reset || (!running && !outstanding)) begin
      state <= IDLE;
      started <= 0;
      reporting <= 0;
      draining <= 0;
      reads <= 0;
      writes <= 0;
      reads_done <= 0;
      writes_done <= 0;
      clocks <= 0;
      for (int i = 0; i < SLOTS; i++) slot_state[i] <= FREE;
    end
    if (reset) begin
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

  always_comb
    case (read_word)
      15'h00: read_value = HEADER;
      15'h01: read_value = ID_LOW;
      15'h02: read_value = ID_HIGH;
      SCRATCH_0: read_value = scratch_0;
      SCRATCH_1: read_value = scratch_1;
      STATUS_BASE: read_value = status_base;
      SOURCE: read_value = source;
      TARGET: read_value = target;
      LINES: read_value = lines;
      CONTROL: read_value = control;
      CONFIG: read_value = configuration;
      COUNTS: read_value = {reads, writes};
      PENDING: read_value = {writes - writes_done, reads - reads_done};
      default: read_value = 0;
    endcase
endmodule
