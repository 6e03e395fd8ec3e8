// SPDX-License-Identifier: Apache-2.0
//
// Shift registers with feedback, and checks of data: two generators of pseudo-random numbers, CRC-32 a
// byte at a time, CRC-16 a bit at a time, and a parity tree.
module lfsr_crc (
    input  wire        clk,
    input  wire        rst,
    input  wire        step,
    input  wire [7:0]  data,
    input  wire        valid,
    input  wire        clear,
    output reg  [15:0] fibonacci,
    output reg  [63:0] galois,
    output wire [31:0] crc32,
    output reg  [15:0] crc16,
    output wire        parity
);
  reg [31:0] crc;

  function [31:0] crc_byte(input [31:0] state, input [7:0] value);
    integer i;
    reg [31:0] c;
    begin
      c = state ^ {24'd0, value};
      for (i = 0; i < 8; i = i + 1) c = c[0] ? (c >> 1) ^ 32'hedb88320 : c >> 1;
      crc_byte = c;
    end
  endfunction

  function [15:0] crc_bits(input [15:0] state, input [7:0] value);
    integer i;
    reg [15:0] c;
    begin
      c = state;
      for (i = 7; i >= 0; i = i - 1) c = {c[14:0], 1'b0} ^ ((c[15] ^ value[i]) ? 16'h1021 : 16'h0000);
      crc_bits = c;
    end
  endfunction

  assign crc32  = ~crc;
  assign parity = ^{fibonacci, galois, crc, crc16};

  always @(posedge clk) begin
    if (rst) begin
      fibonacci <= 16'hace1;
      galois    <= 64'd1;
      crc       <= 32'hffffffff;
      crc16     <= 16'hffff;
    end else begin
      if (step) begin
        fibonacci <= {fibonacci[14:0], fibonacci[15] ^ fibonacci[13] ^ fibonacci[12] ^ fibonacci[10]};
        galois    <= galois[0] ? (galois >> 1) ^ 64'hd800000000000000 : galois >> 1;
      end
      if (clear) begin
        crc   <= 32'hffffffff;
        crc16 <= 16'hffff;
      end else if (valid) begin
        crc   <= crc_byte(crc, data);
        crc16 <= crc_bits(crc16, data);
      end
    end
  end
endmodule
