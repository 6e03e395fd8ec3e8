// An accelerator behind a PSL9 that works through elements of 128 bytes, one after the other. The
// work element descriptor points to the first. An element is eight big-endian doublewords:
//
//   what   0 end, 1 copy a line by commands, 2 copy up to 512 bytes by DMA, 3 an atomic by DMA,
//          4 a compare-and-swap by command (its code in the operation)
//   size   bytes; the upper half is the atomic operation, bit 63 little-endian numbers
//   source, target, first operand, second operand
//
// An atomic writes what it answered to the source. Operands are bytes as they lie in memory. What is
// PAGED is tried again after a RESTART. The input latency is ah_brlat; the input fault selects a
// rule to break, 0 none.
module psl9_worker (
    input              ha_pclock,
    input       [7:0]  fault,
    input       [3:0]  latency,

    input              ha_jval,
    input       [0:7]  ha_jcom,
    input              ha_jcompar,
    input       [0:63] ha_jea,
    input              ha_jeapar,
    output reg         ah_jrunning,
    output reg         ah_jdone,
    output             ah_jcack,
    output reg  [0:63] ah_jerror,
    output             ah_tbreq,
    output             ah_paren,

    input              ha_mmval,
    input              ha_mmcfg,
    input              ha_mmrnw,
    input              ha_mmdw,
    input       [0:23] ha_mmad,
    input              ha_mmadpar,
    input       [0:63] ha_mmdata,
    input              ha_mmdatapar,
    output reg         ah_mmack,
    output reg  [0:63] ah_mmdata,
    output             ah_mmdatapar,

    input       [0:7]  ha_croom,
    output reg         ah_cvalid,
    output      [0:7]  ah_ctag,
    output             ah_ctagpar,
    output reg  [0:12] ah_com,
    output             ah_compar,
    output      [0:2]  ah_cabt,
    output reg  [0:63] ah_cea,
    output             ah_ceapar,
    output      [0:15] ah_cch,
    output reg  [0:11] ah_csize,
    output      [0:3]  ah_cpagesize,

    input              ha_brvalid,
    input       [0:7]  ha_brtag,
    input              ha_brtagpar,
    output      [0:3]  ah_brlat,
    output      [0:1023] ah_brdata,
    output      [0:15] ah_brpar,

    input              ha_bwvalid,
    input       [0:7]  ha_bwtag,
    input              ha_bwtagpar,
    input       [0:1023] ha_bwdata,
    input       [0:15] ha_bwpar,

    input              ha_rvalid,
    input       [0:7]  ha_rtag,
    input              ha_rtagpar,
    input       [0:8]  ha_rditag,
    input              ha_rditagpar,
    input       [0:7]  ha_response,
    input       [0:7]  ha_response_ext,
    input       [0:3]  ha_rpagesize,
    input       [0:8]  ha_rcredits,

    output reg         d0h_dvalid,
    output reg  [0:9]  d0h_req_utag,
    output reg  [0:8]  d0h_req_itag,
    output reg  [0:2]  d0h_dtype,
    output reg  [0:9]  d0h_dsize,
    output reg  [0:1023] d0h_ddata,
    output      [0:5]  d0h_datomic_op,
    output             d0h_datomic_le,
    input              hd0_sent_utag_valid,
    input       [0:9]  hd0_sent_utag,
    input       [0:2]  hd0_sent_utag_sts,
    input              hd0_cpl_valid,
    input       [0:9]  hd0_cpl_utag,
    input       [0:2]  hd0_cpl_type,
    input       [0:9]  hd0_cpl_size,
    input       [0:9]  hd0_cpl_laddr,
    input       [0:9]  hd0_cpl_byte_count,
    input       [0:1023] hd0_cpl_data
);
  localparam RESET = 8'h80, START = 8'h90;
  localparam READ_CL_NA = 13'h0a00, WRITE_NA = 13'h0d00, RESTART = 13'h0001;
  localparam XLAT_RD = 13'h1f00, XLAT_WR = 13'h1f01;
  localparam DONE = 0, PAGED = 10, COMP_EQ = 12, COMP_NEQ = 13;

  localparam IDLE = 0, FETCH = 1, FETCHED = 2, LOAD = 3, STORE = 4, FINISH = 5, XLAT_SOURCE = 6,
      READ = 7, READ_SENT = 8, XLAT_TARGET = 9, WRITE = 10, WRITE_SENT = 11, STORE_ANSWER = 12,
      SWAP = 13, NEXT = 14, WAIT = 15, RETRY = 16;

  // Rules to break.
  localparam F_TYPE = 1, F_OPERATION = 2, F_UTAG = 3, F_ITAG = 4, F_ITAG_TWICE = 5, F_SIDE = 6,
      F_SIZE = 7, F_ATOMIC_SIZE = 8, F_MORE = 9, F_INSIDE = 10, F_RUNNING = 11;

  // No rule: after an error it gives RESTART, and goes on with the next element.
  localparam F_STUBBORN = 12;

  reg [4:0]    state, after, retried;
  reg          given;
  reg [63:0]   element;
  reg [0:1023] line;        // what was read, and what is written
  reg [0:511]  work;        // the element
  reg [0:4095] block;       // of a DMA
  reg [8:0]    itag;
  reg [9:0]    utag;
  reg [9:0]    received, sent;
  reg          was_sent;
  reg [7:0]    seen;
  reg [15:0]   age;

  wire [63:0] what = work[0:63];
  wire [9:0]  size = work[118:127];
  wire [5:0]  operation = work[90:95];
  wire [63:0] source = work[128:191];
  wire [63:0] target = work[192:255];
  wire [63:0] first = work[256:319];
  wire [63:0] second = work[320:383];

  assign ah_jcack = 0;
  assign ah_tbreq = 0;
  assign ah_paren = 1;
  assign ah_cabt = 0;
  assign ah_cch = 0;
  assign ah_cpagesize = 0;
  assign ah_ctag = 8'h2a;
  assign ah_ctagpar = ~^ah_ctag;
  assign ah_compar = ~^ah_com;
  assign ah_ceapar = ~^ah_cea;
  assign ah_brlat = latency;
  assign ah_mmdatapar = ~^ah_mmdata;
  assign d0h_datomic_op = fault == F_OPERATION ? 6'h3f : operation;
  assign d0h_datomic_le = work[64];

  // Data comes latency + 1 cycles after its request.
  reg [0:1023] delayed [0:2];
  genvar g;
  assign ah_brdata = latency == 0 ? delayed[0] : latency == 1 ? delayed[1] : delayed[2];
  generate
    for (g = 0; g < 16; g = g + 1) begin : parity
      assign ah_brpar[g] = ~^ah_brdata[64 * g +: 64];
    end
  endgenerate
  always @(posedge ha_pclock) begin
    delayed[0] <= ha_brvalid ? line : ~line;
    delayed[1] <= delayed[0];
    delayed[2] <= delayed[1];
  end

  // The parity of what is read comes with it.
  reg parity_failed;
  integer word;
  always @(posedge ha_pclock) begin
    if (ha_jval && ha_jcom == START) parity_failed <= 0;
    else if (ha_bwvalid)
      for (word = 0; word < 16; word = word + 1)
        if (ha_bwpar[word] != ~^ha_bwdata[64 * word +: 64]) parity_failed <= 1;
  end

  // Registers: a descriptor of dedicated mode, and how many elements were done.
  reg [63:0] count;
  always @(posedge ha_pclock) begin
    ah_mmack <= ha_mmval;
    if (ha_mmval)
      ah_mmdata <= ha_mmcfg
          ? (ha_mmad[0:22] == 0 ? 64'h0000000100008010
              : ha_mmad[0:22] == 6 ? 64'h0100000000000000 : 64'd0)
          : count;
  end

  // Packets of a completion follow one another, left-justified.
  wire [9:0] beat = hd0_cpl_type == 1 ? 10'd128 : hd0_cpl_size > 128 ? 10'd128 : hd0_cpl_size;

  task give(input [12:0] code, input [63:0] address, input [11:0] bytes, input [4:0] next);
    begin
      ah_cvalid <= 1;
      ah_com <= code;
      ah_cea <= address;
      ah_csize <= bytes;
      after <= next;
      retried <= state;
      state <= WAIT;
    end
  endtask

  task fail;
    begin
      retried <= NEXT;
      state <= fault == F_STUBBORN ? RETRY : FINISH;
    end
  endtask

  always @(posedge ha_pclock) begin
    ah_cvalid <= 0;
    ah_jdone <= 0;
    d0h_dvalid <= 0;
    age <= age + 1;
    if (ha_bwvalid) line <= ha_bwdata;
    if (hd0_sent_utag_valid && hd0_sent_utag == utag) begin
      was_sent <= 1;
      seen <= {5'd0, hd0_sent_utag_sts};
    end
    if (hd0_cpl_valid && hd0_cpl_utag == utag) begin
      received <= received + beat;
      block <= hd0_cpl_type == 4 ? {hd0_cpl_data[0:127], block[128:4095]}
          : (block & ~({{1024{1'b1}}, 3072'd0} >> (received * 8)))
              | ({hd0_cpl_data, 3072'd0} >> (received * 8));
    end

    case (state)
      FETCH: give(READ_CL_NA, element, 128, FETCHED);
      FETCHED: begin
        work <= line[0:511];
        received <= 0;
        sent <= 0;
        was_sent <= 0;
        given <= 0;
        case (line[56:63])
          1: state <= LOAD;
          2: state <= XLAT_SOURCE;
          3: state <= XLAT_TARGET;
          4: state <= SWAP;
          default: state <= FINISH;
        endcase
      end
      LOAD: give(READ_CL_NA, source, 128, STORE);
      STORE: give(WRITE_NA, target, 128, NEXT);
      XLAT_SOURCE: give(XLAT_RD, source, 128, READ);
      READ: begin
        d0h_dvalid <= 1;
        d0h_dtype <= fault == F_TYPE ? 3'd5 : fault == F_MORE ? 3'd2
            : fault == F_SIDE ? 3'd1 : 3'd0;
        d0h_req_itag <= fault == F_ITAG ? itag + 9'd1 : itag;
        d0h_req_utag <= utag;
        d0h_dsize <= fault == F_SIZE ? 10'd513 : size;
        given <= 1;
        if (!(fault == F_UTAG || fault == F_ITAG_TWICE) || given) state <= READ_SENT;
        if (fault == F_ITAG_TWICE && given) d0h_req_utag <= utag + 1;
      end
      READ_SENT:
        if (was_sent && seen != 0) fail;
        else if (received >= size) begin
          was_sent <= 0;
          state <= XLAT_TARGET;
        end
      XLAT_TARGET: give(XLAT_WR, target, 128, WRITE);
      WRITE: begin
        d0h_dvalid <= 1;
        d0h_req_itag <= itag;
        d0h_req_utag <= utag;
        if (what == 3) begin
          d0h_dtype <= 3;
          d0h_dsize <= fault == F_ATOMIC_SIZE ? 10'd16 : size;
          // Each operand lies at the place of the address in 16 bytes, the second in the other half.
          d0h_ddata <= {target[3] ? {second, first} : {first, second}, 896'd0}
              >> (target[2] ? 32 : 0);
          state <= WRITE_SENT;
        end else begin
          d0h_dtype <= sent == 0 ? 3'd1 : fault == F_INSIDE ? 3'd0 : 3'd2;
          d0h_dsize <= size;
          d0h_ddata <= block[sent * 8 +: 1024];
          sent <= sent + 128;
          if (sent + 10'd128 >= size) state <= WRITE_SENT;
        end
      end
      WRITE_SENT:
        if (was_sent && seen != 1) fail;
        else if (was_sent && what == 3 && !operation[5]) begin
          if (received != 0) begin
            line <= ({block[0:127], 896'd0} << {target[3:2], 5'd0}) >> {source[6:2], 5'd0};
            state <= STORE_ANSWER;
          end
        end else if (was_sent) state <= NEXT;
      STORE_ANSWER: give(WRITE_NA, source, {2'd0, size}, NEXT);
      SWAP: begin
        line <= {first, second, 896'd0};
        give({7'h06, operation}, target, {2'd0, size}, NEXT);
      end
      NEXT: begin
        element <= element + 128;
        count <= count + 1;
        utag <= utag + 7;
        state <= FETCH;
      end
      WAIT:
        if (ha_rvalid) begin
          itag <= ha_rditag;
          seen <= ha_response;
          if (ha_response == PAGED) state <= RETRY;
          else if (ha_response == DONE || ha_response == COMP_EQ || ha_response == COMP_NEQ)
            state <= after;
          else fail;
        end
      RETRY: begin
        give(RESTART, 0, 0, retried);
        retried <= retried;
      end
      FINISH: begin
        ah_jdone <= 1;
        ah_jerror <= parity_failed ? 64'he000000000000bad : what == 0 ? 0 : {32'he0000000, 24'd0, seen};
        ah_jrunning <= 0;
        state <= IDLE;
      end
      default: ;
    endcase

    if (fault == F_RUNNING && age == 40) d0h_dvalid <= 1;
    if (ha_jval && ha_jcom == START) begin
      element <= ha_jea;
      work <= 0;
      ah_jrunning <= 1;
      count <= 0;
      utag <= 10'd1020;
      state <= FETCH;
    end
    if (ha_jval && ha_jcom == RESET) begin
      state <= IDLE;
      ah_jrunning <= 0;
      ah_jerror <= 0;
      ah_jdone <= 1;
      age <= 0;
    end
  end
endmodule
