// SPDX-License-Identifier: Apache-2.0
//
// What stays the same: wide parameters, wires that are constants in generate blocks, the idiom that marks inputs as
// unused, tables of which only some elements are given, methods of an enumeration for values that are no members.
package constants_pkg;
  localparam int STEP = 5;
  function automatic logic [7:0] twice(logic [7:0] value);
    return value << 1;
  endfunction
endpackage

package other_pkg;
  localparam int STEP = 9;
  function automatic logic [7:0] twice(logic [7:0] value);
    return value + 8'd2;
  endfunction
endpackage

module constants #(
    parameter logic [63:0]         KEY    = 0,
    parameter logic signed [99:0]  OFFSET = 0,
    parameter                      MODE   = "SLOW",
    parameter int                  LOW    = 0
) (
    input  logic        clk,
    input  logic [63:0] in,
    input  logic [3:0]  state,
    output logic [63:0] keyed,
    output logic [99:0] moved,
    output logic        fast,
    output logic [31:0] low,
    output logic [7:0]  generated,
    output logic [7:0]  table_word,
    output logic [3:0]  next,
    output logic [3:0]  previous,
    output logic [3:0]  third,
    output logic [7:0]  stepped
);
  assign keyed = in ^ KEY;
  assign moved = {36'd0, in} + OFFSET;
  assign fast  = MODE == "FAST";
  assign low   = LOW;

  for (genvar i = 0; i < 8; i++) begin : gen
    wire       zero;
    wire [7:0] weight;
    wire       unused = &{1'b0, in, zero};
    assign zero   = 1'b0;
    assign weight = 8'(i * 37);
    assign generated[i] = in[i] ^ zero ^ weight[i % 3] ^ unused;
  end

  if (LOW < 0) begin : negative
    wire one;
    assign one = 1'b1;
    assign stepped = in[7:0] + constants_pkg::
        STEP + other_pkg
        ::  // the package and the name on lines of their own
        twice(in[15:8]) + constants_pkg::twice(in[23:16]) + one;
  end else begin : positive
    assign stepped = in[7:0];
  end

  localparam logic [7:0] TABLE[16] = '{2: 8'h22, 9: 8'h99, 15: 8'hff, default: 8'h01};
  assign table_word = TABLE[state];

  typedef enum logic [3:0] {
    IDLE  = 4'd1,
    READ  = 4'd3,
    WRITE = 4'd7,
    DONE  = 4'd12
  } state_t;
  state_t now;
  always_ff @(posedge clk) now <= state_t'(state);
  assign next     = now.next();
  assign previous = now.prev();
  assign third    = now.next(3);
endmodule
