// SPDX-License-Identifier: Apache-2.0
//
// Putting together and taking apart.
module assignments (
    input  logic        clk,
    input  logic [7:0]  a,
    input  logic [7:0]  b,
    input  logic [31:0] w,
    output logic [31:0] named,
    output logic [31:0] nested,
    output logic [23:0] places,
    output logic [31:0] indexed,
    output logic [15:0] twice,
    output logic [31:0] bits_reversed,
    output logic [31:0] bytes_reversed,
    output logic [31:0] nibbles_reversed,
    output logic [7:0]  first_byte,
    output logic [7:0]  last_byte,
    output logic [15:0] swapped,
    output logic [8:0]  sum,
    output logic        carry,
    output logic [7:0]  low_sum
);
  typedef struct packed {
    logic [7:0]  head;
    logic [15:0] body;
    logic [7:0]  tail;
  } message_t;
  typedef struct packed {
    message_t one;
    message_t other;
  } pair_t;

  message_t message;
  pair_t    pair;
  always_comb message = '{head: a, tail: b, default: 16'hcafe};
  assign pair = '{one: '{a, {a, b}, b}, other: '{default: '1}};
  always_ff @(posedge clk) named <= message;
  assign nested = pair.one ^ pair.other;

  logic [2:0][7:0] three;
  logic [7:0]      four[4];
  logic [3:0]      grid[2][2];
  assign three   = '{a, b, 8'h3c};
  assign four    = '{0: a, 1: b, default: 8'h11};
  assign grid    = '{'{a[3:0], b[3:0]}, '{default: 4'h9}};
  assign places  = three;
  assign indexed = {four[0], four[1], four[2], four[3]};
  assign twice   = {grid[0][0], grid[0][1], grid[1][0], grid[1][1]};

  assign bits_reversed    = {<<{w}};
  assign bytes_reversed   = {<<8{w}};
  // Slices of four bits lose some in the simulator of Verilator: a loop says the same.
  always_comb for (int i = 0; i < 8; i++) nibbles_reversed[4*i+:4] = w[28-4*i+:4];
  logic [7:0] second, third;
  always_comb {>>{first_byte, second, third, last_byte}} = w;
  always_comb swapped = {<<byte{second, third}};

  assign sum = {1'b0, a} + b;
  always_comb {carry, low_sum} = {1'b0, a} + {1'b0, b} + 9'd1;
endmodule
