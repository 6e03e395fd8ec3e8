// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 of blocks of 512 bits, a round a cycle. A block is taken when valid and ready are high; its
// digest shows 66 cycles later. With first, a block begins a new message.
module sha256 (
    input  logic         clk,
    input  logic         rst_n,
    input  logic         valid,
    output logic         ready,
    input  logic         first,
    input  logic [511:0] block,
    output logic         done,
    output logic [255:0] digest
);
  function automatic logic [31:0] rotate(input logic [31:0] x, input logic [4:0] n);
    rotate = (x >> n) | (x << (6'd32 - {1'b0, n}));
  endfunction

  function automatic logic [31:0] constant(input logic [5:0] round);
    case (round)
      6'd0: constant = 32'h428a2f98;
      6'd1: constant = 32'h71374491;
      6'd2: constant = 32'hb5c0fbcf;
      6'd3: constant = 32'he9b5dba5;
      6'd4: constant = 32'h3956c25b;
      6'd5: constant = 32'h59f111f1;
      6'd6: constant = 32'h923f82a4;
      6'd7: constant = 32'hab1c5ed5;
      6'd8: constant = 32'hd807aa98;
      6'd9: constant = 32'h12835b01;
      6'd10: constant = 32'h243185be;
      6'd11: constant = 32'h550c7dc3;
      6'd12: constant = 32'h72be5d74;
      6'd13: constant = 32'h80deb1fe;
      6'd14: constant = 32'h9bdc06a7;
      6'd15: constant = 32'hc19bf174;
      6'd16: constant = 32'he49b69c1;
      6'd17: constant = 32'hefbe4786;
      6'd18: constant = 32'h0fc19dc6;
      6'd19: constant = 32'h240ca1cc;
      6'd20: constant = 32'h2de92c6f;
      6'd21: constant = 32'h4a7484aa;
      6'd22: constant = 32'h5cb0a9dc;
      6'd23: constant = 32'h76f988da;
      6'd24: constant = 32'h983e5152;
      6'd25: constant = 32'ha831c66d;
      6'd26: constant = 32'hb00327c8;
      6'd27: constant = 32'hbf597fc7;
      6'd28: constant = 32'hc6e00bf3;
      6'd29: constant = 32'hd5a79147;
      6'd30: constant = 32'h06ca6351;
      6'd31: constant = 32'h14292967;
      6'd32: constant = 32'h27b70a85;
      6'd33: constant = 32'h2e1b2138;
      6'd34: constant = 32'h4d2c6dfc;
      6'd35: constant = 32'h53380d13;
      6'd36: constant = 32'h650a7354;
      6'd37: constant = 32'h766a0abb;
      6'd38: constant = 32'h81c2c92e;
      6'd39: constant = 32'h92722c85;
      6'd40: constant = 32'ha2bfe8a1;
      6'd41: constant = 32'ha81a664b;
      6'd42: constant = 32'hc24b8b70;
      6'd43: constant = 32'hc76c51a3;
      6'd44: constant = 32'hd192e819;
      6'd45: constant = 32'hd6990624;
      6'd46: constant = 32'hf40e3585;
      6'd47: constant = 32'h106aa070;
      6'd48: constant = 32'h19a4c116;
      6'd49: constant = 32'h1e376c08;
      6'd50: constant = 32'h2748774c;
      6'd51: constant = 32'h34b0bcb5;
      6'd52: constant = 32'h391c0cb3;
      6'd53: constant = 32'h4ed8aa4a;
      6'd54: constant = 32'h5b9cca4f;
      6'd55: constant = 32'h682e6ff3;
      6'd56: constant = 32'h748f82ee;
      6'd57: constant = 32'h78a5636f;
      6'd58: constant = 32'h84c87814;
      6'd59: constant = 32'h8cc70208;
      6'd60: constant = 32'h90befffa;
      6'd61: constant = 32'ha4506ceb;
      6'd62: constant = 32'hbef9a3f7;
      default: constant = 32'hc67178f2;
    endcase
  endfunction

  logic [31:0]  a, b, c, d, e, f, g, h;
  logic [31:0]  h0, h1, h2, h3, h4, h5, h6, h7;
  logic [511:0] schedule;
  logic [6:0]   round;
  logic         running;
  logic [31:0]  w, s0, s1, choice, majority, t1, t2, small0, small1, next_w;

  assign ready  = !running;
  assign digest = {h0, h1, h2, h3, h4, h5, h6, h7};

  assign w        = schedule[511:480];
  assign small0   = rotate(schedule[479:448], 7) ^ rotate(schedule[479:448], 18) ^ (schedule[479:448] >> 3);
  assign small1   = rotate(schedule[63:32], 17) ^ rotate(schedule[63:32], 19) ^ (schedule[63:32] >> 10);
  assign next_w   = w + small0 + schedule[223:192] + small1;
  assign s0       = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
  assign s1       = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
  assign choice   = (e & f) ^ (~e & g);
  assign majority = (a & b) ^ (a & c) ^ (b & c);
  assign t1       = h + s1 + choice + constant(round[5:0]) + w;
  assign t2       = s0 + majority;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      running <= 1'b0;
      done    <= 1'b0;
      round   <= 7'd0;
      {h0, h1, h2, h3, h4, h5, h6, h7} <= 256'd0;
    end else begin
      done <= 1'b0;
      if (!running) begin
        if (valid) begin
          running  <= 1'b1;
          round    <= 7'd0;
          schedule <= block;
          if (first) begin
            {h0, h1, h2, h3, h4, h5, h6, h7} <= 256'h6a09e667_bb67ae85_3c6ef372_a54ff53a_510e527f_9b05688c_1f83d9ab_5be0cd19;
            {a, b, c, d, e, f, g, h}         <= 256'h6a09e667_bb67ae85_3c6ef372_a54ff53a_510e527f_9b05688c_1f83d9ab_5be0cd19;
          end else begin
            {a, b, c, d, e, f, g, h} <= {h0, h1, h2, h3, h4, h5, h6, h7};
          end
        end
      end else if (round == 7'd64) begin
        h0 <= h0 + a;
        h1 <= h1 + b;
        h2 <= h2 + c;
        h3 <= h3 + d;
        h4 <= h4 + e;
        h5 <= h5 + f;
        h6 <= h6 + g;
        h7 <= h7 + h;
        running <= 1'b0;
        done    <= 1'b1;
      end else begin
        h <= g;
        g <= f;
        f <= e;
        e <= d + t1;
        d <= c;
        c <= b;
        b <= a;
        a <= t1 + t2;
        schedule <= {schedule[479:0], next_w};
        round    <= round + 7'd1;
      end
    end
  end
endmodule
