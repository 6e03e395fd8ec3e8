// An accelerator behind a PSL8 that counts in memory which others change too. The work element
// descriptor points to a line of three big-endian doublewords:
//
//   how     0 by a reservation, 1 by a lock
//   count   how many times 1 is added
//   address of the doubleword
//
// At the end it writes to byte 64 of the line how often it was refused (NRES, NLOCK), and tried
// again. What is PAGED is tried again after a RESTART. The input fault selects a rule to break, 0
// none.
module psl_counter (
    input             ha_pclock,
    input      [7:0]  fault,

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
    output reg        ah_mmack,
    output reg [0:63] ah_mmdata,
    output            ah_mmdatapar,

    input      [0:7]  ha_croom,
    output reg        ah_cvalid,
    output     [0:7]  ah_ctag,
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
    output     [0:511] ah_brdata,
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
  localparam READ_CL_NA = 13'h0a00, WRITE_NA = 13'h0d00, RESTART = 13'h0001;
  localparam READ_CL_RES = 13'h0a67, WRITE_C = 13'h0d67;
  localparam READ_CL_LCK = 13'h0a6b, WRITE_UNLOCK = 13'h0d6b, LOCK = 13'h016b, UNLOCK = 13'h017b;
  localparam DONE = 8'd0, NLOCK = 8'd4, NRES = 8'd5, FLUSHED = 8'd6, PAGED = 8'd10;

  localparam IDLE = 4'd0, FETCH = 4'd1, FETCHED = 4'd2, READ = 4'd3, ADD = 4'd4, WRITE = 4'd5,
      COUNT = 4'd6, REPORT = 4'd7, FINISH = 4'd8, WAIT = 4'd9, AGAIN = 4'd10;

  // Rules to break.
  localparam F_UNLOCKED = 1, F_SECOND = 2, F_OTHER_LINE = 3, F_NEVER = 4, F_RESETTING = 5;

  reg [3:0]    state, after, retried, resetting;
  reg          locks;
  reg [63:0]   element, left, address, value, refused;
  reg [0:1023] line;

  assign ah_jcack = 1'b0;
  assign ah_jyield = 1'b0;
  assign ah_tbreq = 1'b0;
  assign ah_paren = 1'b1;
  assign ah_cabt = 3'd0;
  assign ah_cch = 16'd0;
  assign ah_ctag = 8'h2a;
  assign ah_ctagpar = ~^ah_ctag;
  assign ah_compar = ~^ah_com;
  assign ah_ceapar = ~^ah_cea;
  assign ah_mmdatapar = ~^ah_mmdata;

  // Whatever doubleword of a line is asked for, it is the value.
  assign ah_brlat = 4'd1;
  assign ah_brdata = {8{value}};
  assign ah_brpar = {8{~^value}};

  always @(posedge ha_pclock) begin
    ah_mmack <= ha_mmval;
    if (ha_mmval)
      ah_mmdata <= !ha_mmcfg ? left
          : ha_mmad[0:22] == 0 ? 64'h0000_0001_0000_8010
          : ha_mmad[0:22] == 6 ? 64'h0100_0000_0000_0000 : 64'd0;
  end

  task give(input [12:0] code, input [63:0] at, input [11:0] bytes, input [3:0] next);
    begin
      ah_cvalid <= 1'b1;
      ah_com <= code;
      ah_cea <= at;
      ah_csize <= bytes;
      after <= next;
      retried <= state;
      state <= WAIT;
    end
  endtask

  always @(posedge ha_pclock) begin
    ah_cvalid <= 1'b0;
    ah_jdone <= 1'b0;
    if (ha_bwvalid) line[512 * ha_bwad[5] +: 512] <= ha_bwdata;

    case (state)
      FETCH: give(READ_CL_NA, element, 12'd128, FETCHED);
      FETCHED: begin
        locks <= line[63];
        left <= line[64:127];
        address <= line[128:191];
        state <= fault == F_UNLOCKED ? WRITE : READ;
      end
      READ: give(locks ? READ_CL_LCK : READ_CL_RES, {address[63:7], 7'd0}, 12'd128, ADD);
      ADD: begin
        value <= line[64 * address[6:3] +: 64] + 64'd1;
        if (fault == F_SECOND) give(LOCK, {address[63:7], 7'd0} + 64'd128, 12'd128, WRITE);
        else state <= fault == F_NEVER ? IDLE : WRITE;
      end
      WRITE:
        if (fault == F_OTHER_LINE) give(UNLOCK, {address[63:7], 7'd0} + 64'd128, 12'd128, COUNT);
        else give(locks ? WRITE_UNLOCK : WRITE_C, address, 12'd8, COUNT);
      COUNT: begin
        left <= left - 64'd1;
        value <= refused;
        state <= left == 64'd1 ? REPORT : READ;
      end
      REPORT: give(WRITE_NA, element + 64'd64, 12'd8, FINISH);
      WAIT:
        if (ha_rvalid)
          case (ha_response)
            DONE: state <= after;
            NLOCK, NRES: begin
              refused <= refused + 64'd1;
              state <= READ;
            end
            PAGED, FLUSHED: state <= AGAIN;
            default: begin
              left <= {56'd0, ha_response};
              state <= FINISH;
            end
          endcase
      AGAIN: begin
        give(RESTART, 64'd0, 12'd0, retried);
        retried <= retried;
      end
      FINISH: begin
        ah_jdone <= 1'b1;
        ah_jerror <= left;
        ah_jrunning <= 1'b0;
        state <= IDLE;
      end
      default: ;
    endcase

    if (ha_jval && ha_jcom == START) begin
      element <= ha_jea;
      ah_jrunning <= 1'b1;
      refused <= 64'd0;
      state <= FETCH;
    end
    if (ha_jval && ha_jcom == RESET) begin
      state <= IDLE;
      ah_jrunning <= 1'b0;
      ah_jdone <= fault != F_RESETTING;
      ah_jerror <= 64'd0;
      resetting <= fault == F_RESETTING ? 4'd9 : 4'd0;
    end
    else if (resetting != 0) begin
      resetting <= resetting - 4'd1;
      ah_cvalid <= resetting == 4'd4;
      ah_jdone <= resetting == 4'd1;
    end
  end
endmodule
