// CRC-32C of a stream of bytes in the memory of a process, behind a PSL of POWER8, in dedicated
// mode. The work element descriptor is the address of a line of 128 bytes, in big-endian words:
//
//   0x00  source, a multiple of 128       0x40  written when done: 1
//   0x08  length in bytes                 0x48  written when done: the CRC
//
// Each of 64 tags has a slot for a line: lines come in any order, and are taken in theirs. What was
// answered with PAGED, or flushed after it, is asked for again after a RESTART.
module crc32c (
    input             ha_pclock,

    input             ha_jval,
    input      [0:7]  ha_jcom,
    input             ha_jcompar,
    input      [0:63] ha_jea,
    input             ha_jeapar,
    output reg        ah_jrunning,
    output reg        ah_jdone,
    output            ah_jcack,
    output reg [0:63] ah_jerror,
    output            ah_jyield,
    output reg        ah_tbreq,
    output            ah_paren,

    input             ha_mmval,
    input             ha_mmcfg,
    input             ha_mmrnw,
    input             ha_mmdw,
    input      [0:23] ha_mmad,
    input             ha_mmadpar,
    input      [0:63] ha_mmdata,
    input             ha_mmdatapar,
    output reg        ah_mmack,
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
  localparam RESET = 8'h80, START = 8'h90, TIMEBASE = 8'h42;
  localparam READ_CL_NA = 13'h0a00, WRITE_NA = 13'h0d00, RESTART = 13'h0001;
  localparam DONE = 8'd0, FLUSHED = 8'd6, PAGED = 8'd10;
  // Tags above those of lines.
  localparam TAG_FETCH = 8'd64, TAG_STORE = 8'd65, TAG_RESTART = 8'd66;
  localparam IDLE = 3'd0, FETCH = 3'd1, STREAM = 3'd2, STORE = 3'd3, FINISH = 3'd4;

  reg [2:0]  state;
  reg [63:0] descriptor, source, length;
  reg [57:0] asked, taken;       // lines asked for, and taken
  reg [3:0]  word;               // of the line that is taken
  reg [2:0]  at;                 // byte of that word
  reg [31:0] crc;
  reg [8:0]  credits;
  reg [7:0]  outstanding;
  reg        pending;            // fetch or store is on its way
  reg        stopped;            // an answer was an error: nothing but RESTART any more
  reg [7:0]  error;              // that cannot be repaired
  reg [63:0] failed, scratch, commands, restarts, began, lasted;
  reg        timing;

  reg [63:0] full;               // the slots that have their line
  reg [0:127] fetched;

  wire reset = ha_jval && ha_jcom == RESET;
  wire start = ha_jval && ha_jcom == START;
  wire [57:0] lines = (length + 64'd127) >> 7;

  assign ah_jcack = 1'b0;
  assign ah_jyield = 1'b0;
  assign ah_paren = 1'b1;
  assign ah_cabt = 3'd0;
  assign ah_cch = 16'd0;
  assign ah_brlat = 4'd1;
  assign ah_ctagpar = ~^ah_ctag;
  assign ah_compar = ~^ah_com;
  assign ah_ceapar = ~^ah_cea;
  assign ah_mmdatapar = ~^ah_mmdata;
  assign ah_brpar = {
      ~^ah_brdata[0:63], ~^ah_brdata[64:127], ~^ah_brdata[128:191], ~^ah_brdata[192:255],
      ~^ah_brdata[256:319], ~^ah_brdata[320:383], ~^ah_brdata[384:447], ~^ah_brdata[448:511]};

  // Registers.
  wire [63:0] told;
  crc32c_descriptor description (
      .word(ha_mmad[0:22]), .error(ah_jerror), .failed(failed), .value(told));
  reg [63:0] register;
  always @*
    case (ha_mmad[0:22])
      23'd0: register = {61'd0, state};
      23'd1: register = {6'd0, taken};
      23'd2: register = {32'd0, ~crc};
      23'd3: register = scratch;
      23'd4: register = commands;
      23'd5: register = restarts;
      23'd6: register = lasted;
      default: register = 64'hffff_ffff_ffff_ffff;
    endcase
  wire [63:0] answer = ha_mmcfg ? told : register;
  always @(posedge ha_pclock) begin
    ah_mmack <= ha_mmval && !reset;
    if (ha_mmval && ha_mmrnw)
      ah_mmdata <= ha_mmdw ? answer : ha_mmad[23] ? {2{answer[31:0]}} : {2{answer[63:32]}};
    if (ha_mmval && !ha_mmrnw && !ha_mmcfg && ha_mmad[0:22] == 23'd3) begin
      if (ha_mmdw || !ha_mmad[23]) scratch[63:32] <= ha_mmdata[0:31];
      if (ha_mmdw || ha_mmad[23]) scratch[31:0] <= ha_mmdata[32:63];
    end
    if (reset) scratch <= 64'd0;
  end

  // Data of the only write: done, and the CRC, in the second half of the descriptor's line.
  reg [0:511] result;
  always @(posedge ha_pclock) begin
    if (ha_brvalid) result <= {64'd1, 32'd0, ~crc, 384'd0};
    ah_brdata <= result;
  end

  // Data of reads: lines, and the descriptor.
  always @(posedge ha_pclock)
    if (ha_bwvalid && ha_bwtag == TAG_FETCH && !ha_bwad[5]) fetched <= ha_bwdata[0:127];
  wire [63:0] data;
  crc32c_lines store_of_lines (
      .clock(ha_pclock), .write(ha_bwvalid && ha_bwtag[0:1] == 2'd0), .half({ha_bwtag[2:7], ha_bwad[5]}),
      .data(ha_bwdata), .word({taken[5:0], word}), .value(data));

  // Words are taken whole, and the bytes of the last one by one.
  wire [63:0] left = length - {taken[56:0], word, at};
  wire whole = left >= 64'd8 && at == 3'd0;
  wire [31:0] next_crc;
  crc32c_step step (.crc(crc), .data(data << {at, 3'd0}), .whole(whole), .next(next_crc));
  wire take = state == STREAM && taken != lines && full[taken[5:0]];
  wire last = left == (whole ? 64'd8 : 64'd1);
  wire line_taken = take && (last || (whole && word == 4'd15));
  wire [57:0] next_taken = taken + {57'd0, line_taken};

  // Commands.
  wire may = credits != 9'd0 && state != IDLE && state != FINISH;
  wire fetch = may && !stopped && state == FETCH && !pending;
  wire store = may && !stopped && state == STORE && !pending;
  wire ask = may && !stopped && state == STREAM && asked != lines
      && asked - taken < 58'd64 && !full[asked[5:0]];
  wire skip = state == STREAM && !stopped && asked != lines
      && asked - taken < 58'd64 && full[asked[5:0]];
  wire restart = may && stopped && outstanding == 8'd0 && error == 8'd0;
  wire command = fetch || store || ask || restart;
  wire good = ha_rvalid && ha_response == DONE;

  always @(posedge ha_pclock)
    full <= reset ? 64'd0
        : (full | ({63'd0, good && ha_rtag[0:1] == 2'd0} << ha_rtag[2:7]))
            & ~({63'd0, line_taken} << taken[5:0]);

  always @(posedge ha_pclock) begin
    ah_jdone <= 1'b0;
    ah_tbreq <= 1'b0;
    ah_cvalid <= command;
    credits <= credits - {8'd0, command} + (ha_rvalid ? ha_rcredits : 9'd0);
    outstanding <= outstanding + {7'd0, command} - {7'd0, ha_rvalid};
    if (command) commands <= commands + 64'd1;

    if (fetch) begin
      ah_ctag <= TAG_FETCH;
      ah_com <= READ_CL_NA;
      ah_cea <= descriptor;
      ah_csize <= 12'd128;
      pending <= 1'b1;
    end
    if (ask) begin
      ah_ctag <= {2'd0, asked[5:0]};
      ah_com <= READ_CL_NA;
      ah_cea <= source + {asked[56:0], 7'd0};
      ah_csize <= 12'd128;
    end
    if (ask || skip) asked <= asked + 58'd1;
    if (store) begin
      ah_ctag <= TAG_STORE;
      ah_com <= WRITE_NA;
      ah_cea <= descriptor + 64'h40;
      ah_csize <= 12'd16;
      pending <= 1'b1;
    end
    if (restart) begin
      ah_ctag <= TAG_RESTART;
      ah_com <= RESTART;
      ah_cea <= 64'd0;
      ah_csize <= 12'd0;
      restarts <= restarts + 64'd1;
    end

    if (good)
      case (ha_rtag)
        TAG_FETCH: begin
          source <= fetched[0:63];
          length <= fetched[64:127];
          pending <= 1'b0;
          state <= STREAM;
        end
        TAG_STORE: begin
          pending <= 1'b0;
          state <= FINISH;
        end
        TAG_RESTART: stopped <= 1'b0;
        default: ;
      endcase
    else if (ha_rvalid) begin
      stopped <= 1'b1;
      pending <= 1'b0;
      if (state == STREAM) asked <= next_taken;
      if (ha_response != PAGED && ha_response != FLUSHED && error == 8'd0) begin
        error <= ha_response;
        failed <= ha_rtag[0:1] == 2'd0
            ? source + {taken[56:6] + (ha_rtag[2:7] < taken[5:0] ? 51'd1 : 51'd0), ha_rtag[2:7], 7'd0}
            : descriptor;
      end
    end

    if (take) begin
      crc <= next_crc;
      word <= line_taken ? 4'd0 : word + {3'd0, whole};
      at <= line_taken || whole ? 3'd0 : at + 3'd1;
    end
    taken <= next_taken;
    if (line_taken) begin
      // After an error, the lines are asked for again from the one that is taken.
      if (stopped) asked <= next_taken;
    end
    if (state == STREAM && taken == lines && outstanding == 8'd0 && !command && !stopped) begin
      state <= STORE;
      ah_tbreq <= 1'b1;
    end

    // How long a job lasts, in ticks of the timebase, which is asked for at its begin and end.
    if (ha_jval && ha_jcom == TIMEBASE) begin
      timing <= 1'b1;
      if (!timing) began <= ha_jea;
      else lasted <= ha_jea - began;
    end

    if ((state == FINISH || (error != 8'd0 && outstanding == 8'd0 && state != IDLE))
        && !command && !ah_cvalid && !ha_rvalid) begin
      ah_jdone <= 1'b1;
      ah_jerror <= {56'd0, error};
      ah_jrunning <= 1'b0;
      state <= IDLE;
    end

    if (start) begin
      state <= FETCH;
      descriptor <= ha_jea;
      credits <= {1'b0, ha_croom};
      ah_jrunning <= 1'b1;
      ah_tbreq <= 1'b1;
      crc <= 32'hffff_ffff;
      asked <= 58'd0;
      taken <= 58'd0;
      word <= 4'd0;
      at <= 3'd0;
    end
    if (reset) begin
      state <= IDLE;
      ah_jrunning <= 1'b0;
      ah_jdone <= 1'b1;
      ah_jerror <= 64'd0;
      ah_cvalid <= 1'b0;
      credits <= 9'd0;
      outstanding <= 8'd0;
      pending <= 1'b0;
      stopped <= 1'b0;
      error <= 8'd0;
      failed <= 64'd0;
      length <= 64'd0;
      commands <= 64'd0;
      restarts <= 64'd0;
      timing <= 1'b0;
      lasted <= 64'd0;
      taken <= 58'd0;
      asked <= 58'd0;
      crc <= 32'hffff_ffff;
    end
  end
endmodule
