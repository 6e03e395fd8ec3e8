// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 (FIPS 180-4) of `length` bytes at `data`; the 32 bytes of the digest go to `digest`.
//
// Two machines work at once. The loader reads the message in bursts of up to 16 words, pads it as
// the standard says, and hands over blocks of 512 bits. The core does one round a cycle, 64 a block,
// while the loader fetches the next. The last word read may reach up to 3 bytes past the message.
// `data` must be a multiple of 4, `digest` one of 32.
module sha256 (
    input  logic        ap_clk,
    input  logic        ap_rst_n,
    output logic        interrupt,

    input  logic        s_axi_control_awvalid,
    output logic        s_axi_control_awready,
    input  logic [11:0] s_axi_control_awaddr,
    input  logic        s_axi_control_wvalid,
    output logic        s_axi_control_wready,
    input  logic [31:0] s_axi_control_wdata,
    input  logic [3:0]  s_axi_control_wstrb,
    output logic        s_axi_control_bvalid,
    input  logic        s_axi_control_bready,
    output logic [1:0]  s_axi_control_bresp,
    input  logic        s_axi_control_arvalid,
    output logic        s_axi_control_arready,
    input  logic [11:0] s_axi_control_araddr,
    output logic        s_axi_control_rvalid,
    input  logic        s_axi_control_rready,
    output logic [31:0] s_axi_control_rdata,
    output logic [1:0]  s_axi_control_rresp,

    output logic        m_axi_gmem_awvalid,
    input  logic        m_axi_gmem_awready,
    output logic [63:0] m_axi_gmem_awaddr,
    output logic [7:0]  m_axi_gmem_awlen,
    output logic [2:0]  m_axi_gmem_awsize,
    output logic [1:0]  m_axi_gmem_awburst,
    output logic        m_axi_gmem_wvalid,
    input  logic        m_axi_gmem_wready,
    output logic [31:0] m_axi_gmem_wdata,
    output logic [3:0]  m_axi_gmem_wstrb,
    output logic        m_axi_gmem_wlast,
    input  logic        m_axi_gmem_bvalid,
    output logic        m_axi_gmem_bready,
    input  logic [1:0]  m_axi_gmem_bresp,
    output logic        m_axi_gmem_arvalid,
    input  logic        m_axi_gmem_arready,
    output logic [63:0] m_axi_gmem_araddr,
    output logic [7:0]  m_axi_gmem_arlen,
    output logic [2:0]  m_axi_gmem_arsize,
    output logic [1:0]  m_axi_gmem_arburst,
    input  logic        m_axi_gmem_rvalid,
    output logic        m_axi_gmem_rready,
    input  logic [31:0] m_axi_gmem_rdata,
    input  logic [1:0]  m_axi_gmem_rresp,
    input  logic        m_axi_gmem_rlast
);
  localparam logic [255:0] INITIAL = {
      32'h6a09e667, 32'hbb67ae85, 32'h3c6ef372, 32'ha54ff53a,
      32'h510e527f, 32'h9b05688c, 32'h1f83d9ab, 32'h5be0cd19};

  logic        start;
  logic        done;
  logic [63:0] arg_data, arg_length, arg_digest, unused;

  ap_ctrl_hs control (
      .ap_clk(ap_clk),
      .ap_rst_n(ap_rst_n),
      .s_axi_control_awvalid(s_axi_control_awvalid),
      .s_axi_control_awready(s_axi_control_awready),
      .s_axi_control_awaddr(s_axi_control_awaddr),
      .s_axi_control_wvalid(s_axi_control_wvalid),
      .s_axi_control_wready(s_axi_control_wready),
      .s_axi_control_wdata(s_axi_control_wdata),
      .s_axi_control_wstrb(s_axi_control_wstrb),
      .s_axi_control_bvalid(s_axi_control_bvalid),
      .s_axi_control_bready(s_axi_control_bready),
      .s_axi_control_bresp(s_axi_control_bresp),
      .s_axi_control_arvalid(s_axi_control_arvalid),
      .s_axi_control_arready(s_axi_control_arready),
      .s_axi_control_araddr(s_axi_control_araddr),
      .s_axi_control_rvalid(s_axi_control_rvalid),
      .s_axi_control_rready(s_axi_control_rready),
      .s_axi_control_rdata(s_axi_control_rdata),
      .s_axi_control_rresp(s_axi_control_rresp),
      .interrupt(interrupt),
      .kernel_start(start),
      .kernel_done(done),
      .arg0(arg_data),
      .arg1(arg_length),
      .arg2(arg_digest),
      .arg3(unused)
  );

  // ---- Loader: message words to padded blocks.
  typedef enum logic [2:0] {L_IDLE, L_NEXT, L_ASK, L_TAKE, L_PAD, L_FULL, L_END} loader_t;

  loader_t      loader;
  logic [63:0]  address;      // of the next word to read
  logic [63:0]  position;     // byte of the padded message that the next word starts at
  logic [61:0]  words_left;   // message words still to ask for
  logic [57:0]  blocks_left;  // padded blocks still to hand over
  logic [4:0]   filled;       // words in the block that is being made
  logic [4:0]   wanted;       // words of the burst under way
  logic [511:0] block;
  logic         take_block;   // the core takes the block in this cycle

  // The word at `position` as the standard wants it, if `raw` is what memory holds there.
  function automatic logic [7:0] pad(
      input logic [7:0] raw, input logic [63:0] at, input logic [63:0] length);
    pad = (at < length) ? raw : (at == length) ? 8'h80 : 8'h00;
  endfunction

  function automatic logic [31:0] padded(
      input logic [31:0] raw, input logic [63:0] at, input logic [63:0] length);
    padded = {pad(raw[7:0], at, length), pad(raw[15:8], at + 64'd1, length),
              pad(raw[23:16], at + 64'd2, length), pad(raw[31:24], at + 64'd3, length)};
  endfunction

  // The smallest of: words missing in the block, words to the next 4 KiB boundary, words left.
  function automatic logic [4:0] burst(
      input logic [4:0] missing, input logic [9:0] word, input logic [61:0] left);
    logic [10:0] room;
    logic [4:0]  fits;
    room  = 11'd1024 - {1'b0, word};
    fits  = (room < {6'd0, missing}) ? room[4:0] : missing;
    burst = (left < {57'd0, fits}) ? left[4:0] : fits;
  endfunction

  logic        last_block;
  logic [31:0] filler;

  assign last_block = blocks_left == 58'd1;
  assign filler = (last_block && filled == 5'd14) ? arg_length[60:29]
                : (last_block && filled == 5'd15) ? {arg_length[28:0], 3'b000}
                : padded(32'd0, position, arg_length);

  assign m_axi_gmem_arvalid = loader == L_ASK;
  assign m_axi_gmem_araddr  = address;
  assign m_axi_gmem_arlen   = {3'd0, wanted} - 8'd1;
  assign m_axi_gmem_arsize  = 3'd2;
  assign m_axi_gmem_arburst = 2'b01;
  assign m_axi_gmem_rready  = loader == L_TAKE;

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      loader <= L_IDLE;
    end else begin
      case (loader)
        L_IDLE: begin
          address     <= arg_data;
          position    <= 64'd0;
          filled      <= 5'd0;
          words_left  <= arg_length[63:2] + {61'd0, arg_length[1:0] != 2'b00};
          blocks_left <= arg_length[63:6] + ((arg_length[5:0] < 6'd56) ? 58'd1 : 58'd2);
          if (start && !done) loader <= L_NEXT;
        end
        L_NEXT: begin
          wanted <= burst(5'd16 - filled, address[11:2], words_left);
          loader <= (filled == 5'd16) ? L_FULL : (words_left != 62'd0) ? L_ASK : L_PAD;
        end
        L_ASK:
          if (m_axi_gmem_arready) begin
            address    <= address + {57'd0, wanted, 2'b00};
            words_left <= words_left - {57'd0, wanted};
            loader     <= L_TAKE;
          end
        L_TAKE:
          if (m_axi_gmem_rvalid) begin
            block    <= {block[479:0], padded(m_axi_gmem_rdata, position, arg_length)};
            position <= position + 64'd4;
            filled   <= filled + 5'd1;
            if (m_axi_gmem_rlast) loader <= L_NEXT;
          end
        L_PAD: begin
          block    <= {block[479:0], filler};
          position <= position + 64'd4;
          filled   <= filled + 5'd1;
          if (filled == 5'd15) loader <= L_FULL;
        end
        L_FULL:
          if (take_block) begin
            filled      <= 5'd0;
            blocks_left <= blocks_left - 58'd1;
            loader      <= last_block ? L_END : L_NEXT;
          end
        default: if (done) loader <= L_IDLE;
      endcase
    end
  end

  // ---- Core: one round a cycle.
  typedef enum logic [2:0] {C_IDLE, C_WAIT, C_ROUNDS, C_ADD, C_ASK, C_GIVE, C_ACKNOWLEDGE, C_DONE} core_t;

  core_t        core;
  logic [255:0] hash;
  logic [255:0] work;
  logic [511:0] window;  // the 16 schedule words from this round on, the first in the top bits
  logic [5:0]   round;
  logic         more;    // another block follows
  logic [2:0]   out;     // words of the digest written

  function automatic logic [31:0] rotate(input logic [31:0] x, input logic [4:0] n);
    rotate = (x >> n) | (x << (6'd32 - {1'b0, n}));
  endfunction

  // FIPS 180-4, 4.2.2.
  function automatic logic [31:0] constant(input logic [5:0] r);
    case (r)
      6'd0: constant = 32'h428a2f98;  6'd1: constant = 32'h71374491;
      6'd2: constant = 32'hb5c0fbcf;  6'd3: constant = 32'he9b5dba5;
      6'd4: constant = 32'h3956c25b;  6'd5: constant = 32'h59f111f1;
      6'd6: constant = 32'h923f82a4;  6'd7: constant = 32'hab1c5ed5;
      6'd8: constant = 32'hd807aa98;  6'd9: constant = 32'h12835b01;
      6'd10: constant = 32'h243185be; 6'd11: constant = 32'h550c7dc3;
      6'd12: constant = 32'h72be5d74; 6'd13: constant = 32'h80deb1fe;
      6'd14: constant = 32'h9bdc06a7; 6'd15: constant = 32'hc19bf174;
      6'd16: constant = 32'he49b69c1; 6'd17: constant = 32'hefbe4786;
      6'd18: constant = 32'h0fc19dc6; 6'd19: constant = 32'h240ca1cc;
      6'd20: constant = 32'h2de92c6f; 6'd21: constant = 32'h4a7484aa;
      6'd22: constant = 32'h5cb0a9dc; 6'd23: constant = 32'h76f988da;
      6'd24: constant = 32'h983e5152; 6'd25: constant = 32'ha831c66d;
      6'd26: constant = 32'hb00327c8; 6'd27: constant = 32'hbf597fc7;
      6'd28: constant = 32'hc6e00bf3; 6'd29: constant = 32'hd5a79147;
      6'd30: constant = 32'h06ca6351; 6'd31: constant = 32'h14292967;
      6'd32: constant = 32'h27b70a85; 6'd33: constant = 32'h2e1b2138;
      6'd34: constant = 32'h4d2c6dfc; 6'd35: constant = 32'h53380d13;
      6'd36: constant = 32'h650a7354; 6'd37: constant = 32'h766a0abb;
      6'd38: constant = 32'h81c2c92e; 6'd39: constant = 32'h92722c85;
      6'd40: constant = 32'ha2bfe8a1; 6'd41: constant = 32'ha81a664b;
      6'd42: constant = 32'hc24b8b70; 6'd43: constant = 32'hc76c51a3;
      6'd44: constant = 32'hd192e819; 6'd45: constant = 32'hd6990624;
      6'd46: constant = 32'hf40e3585; 6'd47: constant = 32'h106aa070;
      6'd48: constant = 32'h19a4c116; 6'd49: constant = 32'h1e376c08;
      6'd50: constant = 32'h2748774c; 6'd51: constant = 32'h34b0bcb5;
      6'd52: constant = 32'h391c0cb3; 6'd53: constant = 32'h4ed8aa4a;
      6'd54: constant = 32'h5b9cca4f; 6'd55: constant = 32'h682e6ff3;
      6'd56: constant = 32'h748f82ee; 6'd57: constant = 32'h78a5636f;
      6'd58: constant = 32'h84c87814; 6'd59: constant = 32'h8cc70208;
      6'd60: constant = 32'h90befffa; 6'd61: constant = 32'ha4506ceb;
      6'd62: constant = 32'hbef9a3f7; default: constant = 32'hc67178f2;
    endcase
  endfunction

  // The working variables and the next ones (6.2.2), a in the top bits.
  logic [31:0] a, b, c, d, e, f, g, h;
  logic [31:0] t1, t2, w1, w14;
  logic [31:0] scheduled;

  assign {a, b, c, d, e, f, g, h} = work;
  assign t1 = h + (rotate(e, 5'd6) ^ rotate(e, 5'd11) ^ rotate(e, 5'd25))
            + ((e & f) ^ (~e & g)) + constant(round) + window[511:480];
  assign t2 = (rotate(a, 5'd2) ^ rotate(a, 5'd13) ^ rotate(a, 5'd22))
            + ((a & b) ^ (a & c) ^ (b & c));
  assign w1  = window[479:448];
  assign w14 = window[63:32];
  assign scheduled = window[511:480]
                   + (rotate(w1, 5'd7) ^ rotate(w1, 5'd18) ^ (w1 >> 3))
                   + window[223:192]
                   + (rotate(w14, 5'd17) ^ rotate(w14, 5'd19) ^ (w14 >> 10));

  assign take_block = core == C_WAIT && loader == L_FULL;
  assign done       = core == C_DONE;

  assign m_axi_gmem_awvalid = core == C_ASK;
  assign m_axi_gmem_awaddr  = arg_digest;
  assign m_axi_gmem_awlen   = 8'd7;
  assign m_axi_gmem_awsize  = 3'd2;
  assign m_axi_gmem_awburst = 2'b01;
  assign m_axi_gmem_wvalid  = core == C_GIVE;
  assign m_axi_gmem_wdata   = {hash[231:224], hash[239:232], hash[247:240], hash[255:248]};
  assign m_axi_gmem_wstrb   = 4'b1111;
  assign m_axi_gmem_wlast   = out == 3'd7;
  assign m_axi_gmem_bready  = core == C_ACKNOWLEDGE;

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      core <= C_IDLE;
    end else begin
      case (core)
        C_IDLE: begin
          hash <= INITIAL;
          if (start) core <= C_WAIT;
        end
        C_WAIT: begin
          work   <= hash;
          window <= block;
          round  <= 6'd0;
          more   <= !last_block;
          out    <= 3'd0;
          if (take_block) core <= C_ROUNDS;
        end
        C_ROUNDS: begin
          work   <= {t1 + t2, a, b, c, d + t1, e, f, g};
          window <= {window[479:0], scheduled};
          round  <= round + 6'd1;
          if (round == 6'd63) core <= C_ADD;
        end
        C_ADD: begin
          hash <= {hash[255:224] + a, hash[223:192] + b, hash[191:160] + c, hash[159:128] + d,
                   hash[127:96] + e, hash[95:64] + f, hash[63:32] + g, hash[31:0] + h};
          core <= more ? C_WAIT : C_ASK;
        end
        C_ASK: if (m_axi_gmem_awready) core <= C_GIVE;
        C_GIVE:
          if (m_axi_gmem_wready) begin
            hash <= {hash[223:0], 32'd0};
            out  <= out + 3'd1;
            if (m_axi_gmem_wlast) core <= C_ACKNOWLEDGE;
          end
        C_ACKNOWLEDGE: if (m_axi_gmem_bvalid) core <= C_DONE;
        default: core <= C_IDLE;
      endcase
    end
  end
endmodule
