// An accelerator behind a PSL that copies lines of 128 bytes. Its work element descriptor points to
// a line with three big-endian doublewords: source, destination, number of lines. Up to eight lines
// are on their way at once, each in a slot whose number is its tag.
//
// The input fault selects a rule to break; 0 breaks none.
module psl_copy (
    input             ha_pclock,
    input      [7:0]  fault,

    input             ha_jval,
    input      [0:7]  ha_jcom,
    input             ha_jcompar,
    input      [0:63] ha_jea,
    input             ha_jeapar,
    output reg        ah_jrunning,
    output            ah_jdone,
    output            ah_jcack,
    output reg [0:63] ah_jerror,
    output            ah_jyield,
    output            ah_tbreq,
    output            ah_paren,

    input             ha_mmval,
    input             ha_mmcfg,
    input             ha_mmrnw,
    input             ha_mmdw,
    input      [0:23] ha_mmad,
    input             ha_mmadpar,
    input      [0:63] ha_mmdata,
    input             ha_mmdatapar,
    output            ah_mmack,
    output reg [0:63] ah_mmdata,
    output            ah_mmdatapar,

    input      [0:7]  ha_croom,
    output reg        ah_cvalid,
    output reg [0:7]  ah_ctag,
    output            ah_ctagpar,
    output reg [0:12] ah_com,
    output            ah_compar,
    output     [0:2]  ah_cabt,
    output reg [0:63] ah_cea,
    output            ah_ceapar,
    output     [0:15] ah_cch,
    output reg [0:11] ah_csize,

    input             ha_brvalid,
    input      [0:7]  ha_brtag,
    input             ha_brtagpar,
    input      [0:5]  ha_brad,
    output     [0:3]  ah_brlat,
    output reg [0:511] ah_brdata,
    output     [0:7]  ah_brpar,

    input             ha_bwvalid,
    input      [0:7]  ha_bwtag,
    input             ha_bwtagpar,
    input      [0:5]  ha_bwad,
    input      [0:511] ha_bwdata,
    input      [0:7]  ha_bwpar,

    input             ha_rvalid,
    input      [0:7]  ha_rtag,
    input             ha_rtagpar,
    input      [0:7]  ha_response,
    input      [0:8]  ha_rcredits,
    input      [0:1]  ha_rcachestate,
    input      [0:12] ha_rcachepos
);
  localparam RESET = 8'h80, START = 8'h90;
  localparam READ_CL_NA = 13'h0a00, WRITE_NA = 13'h0d00;
  localparam IDLE = 0, FETCH = 1, COPY = 2, FINISH = 3;
  localparam FREE = 0, READING = 1, FULL = 2, WRITING = 3;

  // Rules to break.
  localparam F_RUNNING = 1, F_CREDITS = 2, F_TAGS = 3, F_CODE = 4, F_SIZE = 5, F_ALIGN = 6,
      F_PROCESS = 7, F_COM_PARITY = 8, F_BUFFER_PARITY = 9, F_MMIO_PARITY = 10, F_LATENCY = 11,
      F_ACK = 12, F_DONE = 13, F_UNFINISHED = 14, F_TAG_PARITY = 15, F_EA_PARITY = 16,
      F_LATENCY_CHANGE = 17, F_EARLY_DONE = 18, F_SILENT = 19, F_CONTEXT = 20;
  // No rule: the descriptor is taken from the buffer's pins when the response comes.
  localparam F_FROM_PINS = 21;

  reg [1:0]  state;
  reg [63:0] source, target, lines, issued, written;
  reg [8:0]  credits;
  reg        done, second_done, bad_parity;
  reg [63:0] scratch;
  reg [15:0] age;

  // Slots: the data of line, and where it goes.
  reg [1:0]   slot_state [0:7];
  reg [63:0]  slot_target [0:7];
  reg [0:511] halves [0:15];
  integer i;

  wire reset = ha_jval && ha_jcom == RESET;
  wire start = ha_jval && ha_jcom == START;

  assign ah_jcack = fault == F_CONTEXT && state == COPY;
  assign ah_jyield = 0;
  assign ah_tbreq = 0;
  assign ah_paren = 1;
  assign ah_cabt = 0;
  assign ah_cch = fault == F_PROCESS && state == COPY ? 16'd5 : 16'd0;
  assign ah_jdone = done | (second_done && fault == F_DONE)
      | (fault == F_EARLY_DONE && age == 40);
  assign ah_brlat = fault == F_LATENCY ? 4'd2
      : fault == F_LATENCY_CHANGE && written != 0 ? 4'd3 : 4'd1;

  assign ah_ctagpar = ~^ah_ctag ^ (fault == F_TAG_PARITY && state == COPY);
  assign ah_compar = ~^ah_com ^ (fault == F_COM_PARITY && state == COPY);
  assign ah_ceapar = ~^ah_cea ^ (fault == F_EA_PARITY && state == COPY);

  // All lines into the accelerator have odd parity.
  // That of a buffer write comes a cycle after its data.
  reg [0:511] given;
  reg         given_before;
  always @(posedge ha_pclock) begin
    given <= ha_bwdata;
    given_before <= ha_bwvalid && !reset;
  end
  wire data_parity_wrong =
      (~^given[0:63]) != ha_bwpar[0] || (~^given[64:127]) != ha_bwpar[1]
      || (~^given[128:191]) != ha_bwpar[2] || (~^given[192:255]) != ha_bwpar[3]
      || (~^given[256:319]) != ha_bwpar[4] || (~^given[320:383]) != ha_bwpar[5]
      || (~^given[384:447]) != ha_bwpar[6] || (~^given[448:511]) != ha_bwpar[7];
  wire parity_wrong =
      (ha_jval && ((~^ha_jcom) != ha_jcompar || (~^ha_jea) != ha_jeapar))
      || (ha_mmval && ((~^ha_mmad) != ha_mmadpar
          || (!ha_mmrnw && (~^ha_mmdata) != ha_mmdatapar)))
      || (ha_brvalid && (~^ha_brtag) != ha_brtagpar)
      || (ha_bwvalid && (~^ha_bwtag) != ha_bwtagpar)
      || (given_before && data_parity_wrong)
      || (ha_rvalid && (~^ha_rtag) != ha_rtagpar);

  // Registers: acknowledged in the second cycle after ha_mmval.
  reg mm_taken, mm_taken_late;
  assign ah_mmack = mm_taken_late || (fault == F_ACK && age == 40);
  assign ah_mmdatapar = ~^ah_mmdata ^ (fault == F_MMIO_PARITY);
  wire [63:0] mm_read =
      ha_mmcfg
          ? (ha_mmad[0:22] == 0 ? 64'h0000000100008010
              : ha_mmad[0:22] == 6 ? 64'h0100000000000000 : 64'd0)
          : ha_mmad[0:22] == 0 ? scratch : ha_mmad[0:22] == 1 ? written : 64'hbad;
  always @(posedge ha_pclock) begin
    mm_taken <= ha_mmval && !reset && fault != F_SILENT;
    mm_taken_late <= mm_taken && !reset;
    if (ha_mmval && ha_mmrnw)
      ah_mmdata <= ha_mmdw ? mm_read : ha_mmad[23] ? {2{mm_read[31:0]}} : {2{mm_read[63:32]}};
    if (ha_mmval && !ha_mmrnw && !ha_mmcfg && ha_mmad[0:22] == 0) begin
      if (ha_mmdw)
        scratch <= ha_mmdata;
      else if (ha_mmad[23])
        scratch[31:0] <= ha_mmdata[32:63];
      else
        scratch[63:32] <= ha_mmdata[32:63];
    end
    if (reset) scratch <= 0;
  end

  // Write data: two registers between a request and its data.
  reg [3:0] br_index;
  always @(posedge ha_pclock) begin
    if (ha_brvalid) br_index <= {ha_brtag[5:7], ha_brad[5]};
    ah_brdata <= halves[br_index];
    if (ha_bwvalid) halves[{ha_bwtag[5:7], ha_bwad[5]}] <= ha_bwdata;
  end
  assign ah_brpar = {
      ~^ah_brdata[0:63], ~^ah_brdata[64:127], ~^ah_brdata[128:191], ~^ah_brdata[192:255],
      ~^ah_brdata[256:319], ~^ah_brdata[320:383], ~^ah_brdata[384:447], ~^ah_brdata[448:511]}
      ^ (fault == F_BUFFER_PARITY ? 8'h10 : 8'h00);

  wire [0:511] fetched = fault == F_FROM_PINS ? ha_bwdata : halves[0];

  // The slots that a command can be given for.
  reg [3:0] free_slot, full_slot;
  reg       outstanding;
  always @* begin
    free_slot = 8;
    full_slot = 8;
    outstanding = 0;
    for (i = 7; i >= 0; i = i - 1) begin
      if (slot_state[i] == FREE) free_slot = i[3:0];
      if (slot_state[i] == FULL) full_slot = i[3:0];
      if (slot_state[i] == READING || slot_state[i] == WRITING) outstanding = 1;
    end
  end

  wire may_command = credits != 0 || fault == F_CREDITS;
  wire write_next = state == COPY && may_command && !full_slot[3];
  wire read_next = state == COPY && may_command && !write_next && !free_slot[3]
      && issued != lines;
  wire finished = state == COPY && written == lines && !outstanding;
  wire unfinished = fault == F_UNFINISHED && state == COPY && written != 0 && outstanding;

  always @(posedge ha_pclock) begin
    done <= 0;
    second_done <= done;
    ah_cvalid <= 0;
    age <= age + 1;
    if (parity_wrong) bad_parity <= 1;

    if (fault == F_RUNNING && age == 40) begin
      ah_cvalid <= 1;
      ah_ctag <= 0;
      ah_com <= READ_CL_NA;
      ah_cea <= 0;
      ah_csize <= 128;
    end

    credits <= credits - (state != IDLE && (write_next || read_next) && credits != 0 ? 9'd1 : 9'd0)
        + (ha_rvalid ? ha_rcredits : 9'd0);

    if (state == FETCH && ah_cvalid == 0 && issued == 0) begin
      ah_cvalid <= 1;
      ah_ctag <= 0;
      ah_com <= READ_CL_NA;
      ah_cea <= source;
      ah_csize <= 128;
      issued <= 1;
      credits <= credits - 1;
    end
    if (state == FETCH && ha_rvalid) begin
      source <= fetched[0:63];
      target <= fetched[64:127];
      lines <= fetched[128:191];
      issued <= 0;
      state <= COPY;
    end

    if (write_next) begin
      ah_cvalid <= 1;
      ah_ctag <= {5'd0, full_slot[2:0]};
      ah_com <= WRITE_NA;
      ah_cea <= slot_target[full_slot[2:0]];
      ah_csize <= 128;
      slot_state[full_slot[2:0]] <= WRITING;
    end
    if (read_next) begin
      ah_cvalid <= 1;
      ah_ctag <= fault == F_TAGS ? 8'd0 : {5'd0, free_slot[2:0]};
      ah_com <= fault == F_CODE ? 13'h1fff : READ_CL_NA;
      ah_cea <= source + (issued << 7) + (fault == F_ALIGN ? 64'd64 : 64'd0);
      ah_csize <= fault == F_SIZE ? 12'd96 : 12'd128;
      slot_state[free_slot[2:0]] <= READING;
      slot_target[free_slot[2:0]] <= target + (issued << 7);
      issued <= issued + 1;
    end
    if (state == COPY && ha_rvalid) begin
      slot_state[ha_rtag[5:7]] <= slot_state[ha_rtag[5:7]] == READING ? FULL : FREE;
      if (slot_state[ha_rtag[5:7]] == WRITING) written <= written + 1;
    end
    if (ha_rvalid && ha_response != 0) begin
      ah_jerror <= {56'd0, ha_response};
      state <= FINISH;
    end else if (finished || unfinished) begin
      ah_jerror <= bad_parity ? 64'hbad : 64'd0;
      state <= FINISH;
    end
    if (state == FINISH) begin
      done <= 1;
      ah_jrunning <= 0;
      state <= IDLE;
    end

    if (start) begin
      ah_jrunning <= 1;
      source <= ha_jea;
      credits <= {1'b0, ha_croom};
      issued <= 0;
      written <= 0;
      lines <= 1;
      state <= FETCH;
    end
    if (reset) begin
      ah_jrunning <= 0;
      ah_jerror <= 0;
      ah_cvalid <= 0;
      age <= 0;
      done <= 1;
      second_done <= 0;
      bad_parity <= 0;
      written <= 0;
      state <= IDLE;
      for (i = 0; i < 8; i = i + 1) slot_state[i] <= FREE;
    end
  end
endmodule
