// SPDX-License-Identifier: Apache-2.0
//
// Type parameters, types of packages and their values.
package generic_types;
  typedef struct packed {
    logic [3:0] x;
    logic [3:0] y;
  } point_t;
  typedef logic signed [11:0] sample_t;
  typedef enum logic [1:0] {RED, GREEN, BLUE, WHITE} colour_t;
  localparam logic [7:0] WEIGHTS[4] = '{8'd3, 8'd5, 8'd7, 8'd11};
endpackage

module any_queue #(
    parameter type T     = logic [7:0],
    parameter int  DEPTH = 4,
    localparam int AW    = $clog2(DEPTH)
) (
    input  logic clk,
    input  logic rst,
    input  logic push,
    input  logic pop,
    input  T     d,
    output T     q,
    output logic empty,
    output logic full
);
  T entries[DEPTH];
  logic [AW:0] head, tail;
  always_ff @(posedge clk) begin
    if (rst) begin
      head <= '0;
      tail <= '0;
      for (int i = 0; i < DEPTH; i++) entries[i] <= T'(0);
    end else begin
      if (push && !full) begin
        entries[head[AW-1:0]] <= d;
        head <= head + 1'b1;
      end
      if (pop && !empty) tail <= tail + 1'b1;
    end
  end
  assign empty = head == tail;
  assign full  = head[AW] != tail[AW] && head[AW-1:0] == tail[AW-1:0];
  assign q     = empty ? T'(0) : entries[tail[AW-1:0]];
endmodule

module weighted_sum #(
    parameter int         N                = 3,
    parameter logic [7:0] FACTORS[N]       = '{default: 8'd1},
    parameter bit [3:0][3:0] NIBBLES       = 16'h1234
) (
    input  logic [7:0]  d,
    output logic [15:0] sum,
    output logic [3:0]  nibble
);
  always_comb begin
    sum = '0;
    for (int i = 0; i < N; i++) sum += 16'(d) * 16'(FACTORS[i]);
  end
  assign nibble = NIBBLES[d[1:0]];
endmodule

module generic_queue
  import generic_types::*;
(
    input  logic               clk,
    input  logic               rst,
    input  logic               push,
    input  logic               pop,
    input  logic [11:0]        d,
    output logic [7:0]         point,
    output logic [3:0]         x,
    output logic signed [11:0] sample,
    output logic signed [11:0] halved,
    output logic [1:0]         colour,
    output logic [1:0]         after,
    output logic [1:0]         two_back,
    output logic [5:0]         flags,
    output logic [15:0]        plain_sum,
    output logic [15:0]        weighted,
    output logic [3:0]         nibble,
    output logic [3:0]         other_nibble
);
  point_t  point_out;
  sample_t sample_out;
  colour_t colour_out;
  any_queue #(.T(point_t), .DEPTH(8)) points (
      .clk, .rst, .push, .pop, .d(point_t'(d[7:0])), .q(point_out), .empty(flags[0]), .full(flags[1]));
  any_queue #(.T(sample_t)) samples (
      .clk, .rst, .push, .pop, .d(sample_t'(d)), .q(sample_out), .empty(flags[2]), .full(flags[3]));
  any_queue #(.T(colour_t), .DEPTH(2)) colours (
      .clk, .rst, .push, .pop, .d(colour_t'(d[1:0])), .q(colour_out), .empty(flags[4]), .full(flags[5]));
  assign point  = point_out;
  assign x      = point_out.x;
  assign sample = sample_out;
  assign halved = sample_out >>> 1;
  assign colour = colour_out;
  assign after  = colour_out.next();
  assign two_back = colour_out.prev(2);

  weighted_sum plain (.d(d[7:0]), .sum(plain_sum), .nibble(nibble));
  weighted_sum #(.N(4), .FACTORS(WEIGHTS), .NIBBLES({4'h9, 4'h8, 4'h7, 4'h6})) by_table (
      .d(d[7:0]), .sum(weighted), .nibble(other_nibble));
endmodule
