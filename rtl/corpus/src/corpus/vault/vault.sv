// SPDX-License-Identifier: Apache-2.0
//
// Sixteen slots with an engine for hashes and one for ciphers each, of which most have nothing to do. A command goes
// to a slot; results leave in turns. A slot enciphers half of the digest with the other half as key.
module vault #(
    parameter int SLOTS = 16
) (
    input  logic         clk,
    input  logic         rst_n,
    input  logic         valid,
    output logic         ready,
    input  logic [3:0]   slot,
    input  logic         first,
    input  logic [63:0]  secret,
    output logic         done,
    output logic [3:0]   done_slot,
    output logic [127:0] result,
    output logic [15:0]  busy,
    output logic [15:0]  commands
);
  logic [SLOTS-1:0]        waiting, shown;
  logic [SLOTS-1:0][127:0] results;

  assign ready = !busy[slot] && !waiting[slot];

  for (genvar s = 0; s < SLOTS; s++) begin : slots
    vault_slot #(.NUMBER(s)) one (
        .clk(clk), .rst_n(rst_n), .valid(valid && ready && slot == 4'(s)), .first(first), .secret(secret),
        .busy(busy[s]), .waiting(waiting[s]), .result(results[s]), .shown(shown[s]));
  end

  // The lowest one first.
  assign shown = waiting & (~waiting + 16'd1);

  logic [127:0] chosen;
  logic [3:0]   number;
  always_comb begin
    chosen = '0;
    number = '0;
    for (int s = 0; s < SLOTS; s++) begin
      if (shown[s]) begin
        chosen |= results[s];
        number |= 4'(s);
      end
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      done     <= 1'b0;
      commands <= '0;
    end else begin
      done <= waiting != '0;
      if (valid && ready) commands <= commands + 16'd1;
      if (waiting != '0) begin
        done_slot <= number;
        result    <= chosen;
      end
    end
  end
endmodule

module vault_slot #(
    parameter int NUMBER = 0
) (
    input  logic         clk,
    input  logic         rst_n,
    input  logic         valid,
    input  logic         first,
    input  logic [63:0]  secret,
    output logic         busy,
    output logic         waiting,
    output logic [127:0] result,
    input  logic         shown
);
  logic [255:0] digest;
  logic         hashed, enciphered, hash_ready, cipher_ready;

  assign busy = !hash_ready || hashed || !cipher_ready || enciphered;

  sha256 hash (
      .clk(clk), .rst_n(rst_n), .valid(valid), .ready(hash_ready), .first(first),
      .block({secret, 32'(NUMBER), 32'h8000_0000, 320'd0, 64'd96}), .done(hashed), .digest(digest));

  aes cipher (
      .clk(clk), .rst_n(rst_n), .start(hashed), .key(digest[255:128]), .block(digest[127:0]),
      .ready(cipher_ready), .done(enciphered), .result(result));

  always_ff @(posedge clk) begin
    if (!rst_n) waiting <= 1'b0;
    else if (enciphered) waiting <= 1'b1;
    else if (shown) waiting <= 1'b0;
  end
endmodule
