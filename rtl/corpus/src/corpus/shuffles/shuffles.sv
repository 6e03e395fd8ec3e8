// SPDX-License-Identifier: Apache-2.0
//
// Moving bits around: streaming to the left and right, parts at places that vary, downward and upward ranges,
// ranges that do not begin at 0, replication, assignments to parts of several variables, and operators that
// assign.
module shuffles (
    input  logic          clk,
    input  logic [31:0]   a,
    input  logic [0:31]   b,
    input  logic [40:9]   c,
    input  logic [4:0]    n,
    output logic [31:0]   bytes_turned,
    output logic [31:0]   bits_turned,
    output logic [31:0]   nibbles_turned,
    output logic [7:0]    part_up,
    output logic [7:0]    part_down,
    output logic [7:0]    part_other,
    output logic [7:0]    part_offset,
    output logic [31:0]   written,
    output logic [0:31]   written_other,
    output logic [15:0]   low,
    output logic [15:0]   high,
    output logic [63:0]   repeated,
    output logic [31:0]   accumulated,
    output logic [3:0][7:0] spread,
    output logic          one_bit,
    output logic [95:0]   packed_all
);
  logic [7:0] first, second, third, fourth;
  logic [4:0] place;

  // Eight bits from here on are all there.
  assign place          = n & 5'd23;

  assign bytes_turned   = {<<8{a}};
  assign bits_turned    = {<<{a}};
  assign nibbles_turned = {<<4{b}};
  assign {fourth, third, second, first} = a ^ c;
  assign {>>{spread}}   = {first, second, third, fourth};
  assign part_up        = a[place +: 8];
  assign part_down      = a[(place | 5'd7) -: 8];
  assign part_other     = b[place +: 8];
  assign part_offset    = c[6'd9 + {1'b0, place} +: 8];
  assign one_bit        = b[n] ^ c[6'd9 + {1'b0, n}];
  assign repeated       = {4{n[0], a[6:0], b[0:7]}};
  assign packed_all     = {a, b, c};

  always_comb begin
    written = '0;
    written[n +: 4] = a[3:0];
    written[31] = ~written[31];
  end

  always_comb begin
    written_other = '1;
    written_other[n] = 1'b0;
    written_other[4:7] = b[28:31];
  end

  always_ff @(posedge clk) begin
    {high, low} <= {low, a[15:0]} + 32'(n);
    accumulated <= accumulated + 32'(part_up);
    if (n[0]) accumulated[7:0] <= part_down;
    if (n[1]) accumulated[15:8] <= accumulated[15:8] ^ first;
    if (n == 5'd31) accumulated <= '0;
  end
endmodule
