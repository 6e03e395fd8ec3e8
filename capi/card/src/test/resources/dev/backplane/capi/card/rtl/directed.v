// An AFU for four processes. For each that is added or writes its register 0, it reads its element
// element, then the line that its work element descriptor points to, writes the first doubleword
// plus 1 behind it, and requests interrupt 1. The lower 7 bits of the descriptor select something
// that is wrong.
module directed (
    input             ha_pclock,

    input             ha_jval,
    input      [0:7]  ha_jcom,
    input             ha_jcompar,
    input      [0:63] ha_jea,
    input             ha_jeapar,
    output reg        ah_jrunning,
    output reg        ah_jdone,
    output reg        ah_jcack,
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
    output reg [0:7]  ah_ctag,
    output            ah_ctagpar,
    output reg [0:12] ah_com,
    output            ah_compar,
    output     [0:2]  ah_cabt,
    output reg [0:63] ah_cea,
    output            ah_ceapar,
    output reg [0:15] ah_cch,
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
  localparam RESET = 8'h80, START = 8'h90, LLCMD = 8'h45;
  localparam TERMINATE = 16'd1, REMOVE = 16'd2, ADD = 16'd5;
  localparam READ_PE = 13'h0a52, READ_CL_NA = 13'h0a00, WRITE_NA = 13'h0d00, INTREQ = 13'h0000,
      RESTART = 13'h0001;
  localparam IDLE = 3'd0, ELEMENT = 3'd1, READ = 3'd2, WRITE = 3'd3, INTERRUPT = 3'd4,
      REPAIR = 3'd5;

  // What is wrong.
  localparam F_CREDITS = 1, F_TAGS = 2, F_CODE = 3, F_LATENCY = 4, F_PARITY = 5, F_UNCHECKED = 6,
      F_OTHER = 7, F_CONTEXT = 8, F_SIZE = 9, F_STAY = 10, F_MMIO = 11, F_INTERRUPT = 12,
      F_ERROR = 13, F_BUFFER = 14, F_ALIGN = 15;

  reg [2:0]  state;
  reg        waiting;            // for a response
  reg [1:0]  element;
  reg [3:0]  todo, ending;
  reg [63:0] descriptor, value;
  reg [6:0]  fault;
  reg [63:0] rounds [0:3];
  reg [7:0]  answer [0:3];
  reg [0:511] halves [0:1];
  reg [7:0]  spam;
  integer i;

  wire reset = ha_jval && ha_jcom == RESET;
  wire start = ha_jval && ha_jcom == START;
  wire told = ha_jval && ha_jcom == LLCMD;
  wire [1:0] subject = ha_jea[62:63];

  assign ah_jyield = 1'b0;
  assign ah_tbreq = 1'b0;
  assign ah_paren = fault != F_UNCHECKED;
  assign ah_cabt = 3'd0;
  assign ah_brlat = fault == F_LATENCY ? 4'd2 : 4'd3;
  assign ah_ctagpar = ~^ah_ctag;
  assign ah_compar = ~^ah_com ^ (fault == F_PARITY || fault == F_UNCHECKED);
  assign ah_ceapar = ~^ah_cea;
  assign ah_mmdatapar = ~^ah_mmdata;
  assign ah_brpar = {
      ~^ah_brdata[0:63], ~^ah_brdata[64:127], ~^ah_brdata[128:191], ~^ah_brdata[192:255],
      ~^ah_brdata[256:319], ~^ah_brdata[320:383], ~^ah_brdata[384:447], ~^ah_brdata[448:511]}
      ^ (fault == F_BUFFER ? 8'h80 : 8'h00);

  // Registers: of each process, from 0x10000 on, in 4 KiB.
  wire [1:0] area = ha_mmad[12:13];
  reg [63:0] register;
  always @*
    if (ha_mmcfg)
      case (ha_mmad[0:22])
        23'd0: register = 64'h0001_0004_0000_8004;
        23'd6: register = 64'h0300_0000_0000_0001;
        23'd7: register = 64'h0000_0000_0001_0000;
        // An error buffer of a page from 0x1000 on: what was selected last, then numbers.
        23'd8: register = 64'd1;
        23'd9: register = 64'h1000;
        23'h200: register = {57'd0, fault};
        default: register = ha_mmad[0:22] > 23'h200 ? {41'd0, ha_mmad[0:22]} : 64'd0;
      endcase
    else
      case (ha_mmad[14:22])
        9'd0: register = rounds[area];
        9'd1: register = {62'd0, area};
        9'd2: register = {56'd0, answer[area]};
        default: register = 64'hffff_ffff_ffff_ffff;
      endcase
  wire ring = ha_mmval && !ha_mmrnw && !ha_mmcfg && ha_mmad[14:22] == 9'd0;
  always @(posedge ha_pclock) begin
    ah_mmack <= ha_mmval && !reset && fault != F_MMIO;
    if (ha_mmval && ha_mmrnw)
      ah_mmdata <= ha_mmdw ? register : ha_mmad[23] ? {2{register[31:0]}} : {2{register[63:32]}};
  end

  // Data is there three registers after its request.
  reg [0:511] early, late, later;
  always @(posedge ha_pclock) begin
    early <= {64'd0, value, 384'd0};
    late <= early;
    later <= late;
    ah_brdata <= later;
    if (ha_bwvalid) halves[ha_bwad[5]] <= ha_bwdata;
  end

  wire leaving = |(ending & ~(4'd1 << element)) || (|ending && state == IDLE);

  always @(posedge ha_pclock) begin
    ah_jdone <= 1'b0;
    ah_jcack <= 1'b0;
    ah_cvalid <= 1'b0;

    if (told)
      case (ha_jea[0:15])
        ADD: begin
          todo[subject] <= 1'b1;
          rounds[subject] <= 64'd0;
          answer[subject] <= 8'd0;
          ah_jcack <= 1'b1;
        end
        TERMINATE: ending[subject] <= 1'b1;
        default: ah_jcack <= 1'b1;
      endcase
    // A process ends when no command of it is on its way.
    if (leaving && fault != F_STAY && !told) begin
      todo <= todo & ~ending;
      ending <= 4'd0;
      ah_jcack <= 1'b1;
    end
    if (ring && !ha_mmcfg) todo[area] <= 1'b1;

    if (ah_jrunning && !waiting)
      case (state)
        IDLE:
          if (todo != 4'd0 && ending == 4'd0 && !told) begin
            element <= todo[0] ? 2'd0 : todo[1] ? 2'd1 : todo[2] ? 2'd2 : 2'd3;
            state <= ELEMENT;
          end
        ELEMENT: begin
          give(READ_PE, 64'd0, 12'd128);
          todo[element] <= 1'b0;
        end
        READ:
          give(
              fault == F_CODE ? 13'h1fff : READ_CL_NA,
              {descriptor[63:7], 7'd0} + (fault == F_ALIGN ? 64'd64 : 64'd0),
              fault == F_SIZE ? 12'd96 : 12'd128);
        WRITE: give(WRITE_NA, {descriptor[63:7], 7'd8}, 12'd8);
        INTERRUPT: give(INTREQ, fault == F_INTERRUPT ? 64'd2 : 64'd1, 12'd0);
        default: give(RESTART, 64'd0, 12'd0);
      endcase
    if (state != IDLE && state != ELEMENT) begin
      if (fault == F_CREDITS || (fault == F_TAGS && spam < 8'd2)) begin
        ah_cvalid <= 1'b1;
        ah_ctag <= fault == F_TAGS ? 8'd7 : 8'd100 + spam;
        ah_com <= READ_CL_NA;
        ah_cea <= {descriptor[63:7], 7'd0};
        ah_csize <= 12'd128;
        spam <= spam + 8'd1;
      end
      if (fault == F_ERROR) begin
        state <= IDLE;
        if (!waiting) begin
          ah_cvalid <= 1'b0;
          waiting <= 1'b0;
          ah_jdone <= 1'b1;
          ah_jrunning <= 1'b0;
          ah_jerror <= 64'h42;
        end
      end
    end

    if (ha_rvalid && ha_rtag == {6'd0, element}) begin
      waiting <= 1'b0;
      if (state == REPAIR) state <= IDLE;
      else if (ha_response != 8'd0) begin
        answer[element] <= ha_response;
        state <= REPAIR;
        fault <= 7'd0;
      end else
        case (state)
          ELEMENT: begin
            descriptor <= halves[1][416:479];
            fault <= halves[1][473:479];
            spam <= 8'd0;
            state <= READ;
          end
          READ: begin
            value <= halves[0][0:63] + 64'd1;
            state <= WRITE;
          end
          WRITE: state <= INTERRUPT;
          default: begin
            rounds[element] <= rounds[element] + 64'd1;
            state <= IDLE;
          end
        endcase
    end

    if (start) ah_jrunning <= 1'b1;
    if (reset) begin
      ah_jrunning <= 1'b0;
      ah_jdone <= 1'b1;
      ah_jcack <= 1'b0;
      ah_jerror <= 64'd0;
      state <= IDLE;
      waiting <= 1'b0;
      todo <= 4'd0;
      ending <= 4'd0;
      fault <= 7'd0;
      element <= 2'd0;
    end
  end

  task give(input [0:12] code, input [0:63] address, input [0:11] size);
    begin
      ah_cvalid <= 1'b1;
      ah_ctag <= {6'd0, element};
      ah_com <= code;
      ah_cea <= address;
      ah_csize <= size;
      ah_cch <= code == RESTART || code == READ_PE ? {14'd0, element}
          : fault == F_OTHER ? {14'd0, ~element} : fault == F_CONTEXT ? 16'd9 : {14'd0, element};
      waiting <= 1'b1;
    end
  endtask
endmodule
