// SPDX-License-Identifier: Apache-2.0
//
// What Verilog-2005 computes while it elaborates, as older cores write it.
module shift_stage #(
    parameter WIDTH = 8,
    parameter BY    = 1
) (
    input  [WIDTH-1:0] d,
    input              on,
    output [WIDTH-1:0] q
);
  generate
    case (BY)
      0: begin : same
        assign q = d;
      end
      1, 2: begin : little
        assign q = on ? {d[WIDTH-1-BY:0], d[WIDTH-1:WIDTH-BY]} : d;
      end
      default: begin : much
        reg [WIDTH-1:0] turned;
        always @* turned = (d << BY) | (d >> (WIDTH - BY));
        assign q = on ? turned : d;
      end
    endcase
  endgenerate
endmodule

module weight #(
    parameter W      = 4,
    parameter FACTOR = 1
) (
    input  [7:0] d,
    output [7:0] q
);
  assign q = d[W-1:0] * FACTOR;
endmodule

module elaboration #(
    parameter ROWS  = 3,
    parameter WIDTH = 4,
    parameter DEPTH = 37
) (
    input  [ROWS*WIDTH-1:0]      a,
    input  [ROWS*WIDTH-1:0]      b,
    input  [3:0]                 by,
    output [ROWS*ROWS*WIDTH-1:0] grid,
    output [ROWS-1:0]            parity,
    output [15:0]                rotated,
    output [7:0]                 weighted,
    output [7:0]                 ordered,
    output [7:0]                 address,
    output [15:0]                table_word,
    output                       implied
);
  function integer bits_for;
    input integer value;
    integer rest;
    begin
      rest = value - 1;
      for (bits_for = 0; rest > 0; bits_for = bits_for + 1) rest = rest >> 1;
    end
  endfunction

  function [63:0] table_of;
    input [15:0] seed;
    integer i;
    reg [15:0] state;
    begin
      state = seed;
      for (i = 0; i < 4; i = i + 1) begin
        table_of[16*i +: 16] = state;
        state = {state[14:0], state[15] ^ state[13] ^ state[12] ^ state[10]};
      end
    end
  endfunction

  localparam ADDRESS_BITS = bits_for(DEPTH);
  localparam [63:0] TABLE = table_of(16'hace1);

  assign address    = a[ADDRESS_BITS-1:0] + ADDRESS_BITS;
  assign table_word = TABLE[16*by[1:0] +: 16];

  genvar i, j;
  generate
    for (i = 0; i < ROWS; i = i + 1) begin : row
      wire [WIDTH-1:0] inverted;
      assign inverted = ~a[i*WIDTH +: WIDTH];
      for (j = 0; j < ROWS; j = j + 1) begin : column
        localparam INDEX = i * ROWS + j;
        localparam integer APART = (i > j) ? (i - j) : (j - i);
        if (APART == 0) begin : diagonal
          assign grid[INDEX*WIDTH +: WIDTH] = inverted & b[j*WIDTH +: WIDTH];
        end else if (APART % 2 == 1) begin : beside
          wire [WIDTH-1:0] moved = b[j*WIDTH +: WIDTH] >> APART;
          assign grid[INDEX*WIDTH +: WIDTH] = inverted + moved;
        end else begin : far
          assign grid[(INDEX+1)*WIDTH-1 -: WIDTH] = row[(i+1)%ROWS].inverted | b[j*WIDTH +: WIDTH];
        end
      end
      assign parity[i] = ^row[ROWS-1-i].inverted;
    end
  endgenerate

  wire [15:0] stages[0:4];
  assign stages[0] = {a[7:0], b[7:0]};
  generate
    for (i = 0; i < 4; i = i + 1) begin : barrel
      shift_stage #(.WIDTH(16), .BY(1 << i)) stage (.d(stages[i]), .on(by[i]), .q(stages[i+1]));
    end
  endgenerate
  assign rotated = stages[4];

  weight named (.d(a[7:0]), .q(weighted));
  defparam named.W = 6;
  defparam named.FACTOR = 3;
  weight #(5, 7) placed (b[7:0], ordered);

  and both (not_declared, a[0], b[0]);
  assign implied = not_declared ^ a[1];
endmodule
