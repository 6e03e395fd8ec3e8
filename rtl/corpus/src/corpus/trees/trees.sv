// SPDX-License-Identifier: Apache-2.0
//
// Vectors whose bits depend on other bits of the same vector, as generate loops over levels make them.
module trees #(
    parameter N      = 6,
    parameter LEVELS = 3
) (
    input  logic [N-1:0]   valid,
    input  logic [N*4-1:0] values,
    input  logic [15:0]    text,
    output logic           any,
    output logic           several,
    output logic [2:0]     index,
    output logic [3:0]     greatest,
    output logic [15:0]    sealed
);
  localparam NODES = 2 ** (LEVELS + 1) - 1;
  logic [NODES-1:0]      is_valid;
  logic [NODES-1:0]      is_double;
  logic [NODES-1:0][2:0] place;
  logic [NODES-1:0][3:0] value;

  for (genvar level = 0; level <= LEVELS; level++) begin : row
    for (genvar offset = 0; offset < 2 ** level; offset++) begin : node
      localparam int SELF  = 2 ** level - 1 + offset;
      localparam int LEFT  = 2 ** (level + 1) - 1 + 2 * offset;
      localparam int RIGHT = LEFT + 1;
      if (level == LEVELS) begin : leaf
        if (offset < N) begin : used
          assign is_valid[SELF] = valid[offset];
          assign place[SELF]    = offset;
          assign value[SELF]    = values[offset*4+:4];
        end else begin : filled
          assign is_valid[SELF] = 1'b0;
          assign place[SELF]    = '0;
          assign value[SELF]    = '0;
        end
        assign is_double[SELF] = 1'b0;
      end else begin : inner
        logic right;
        assign right = (~is_valid[LEFT] & is_valid[RIGHT]) |
            (is_valid[LEFT] & is_valid[RIGHT] & (value[RIGHT] > value[LEFT]));
        assign is_valid[SELF]  = right ? is_valid[RIGHT] : is_valid[LEFT];
        assign place[SELF]     = right ? place[RIGHT] : place[LEFT];
        assign value[SELF]     = right ? value[RIGHT] : value[LEFT];
        assign is_double[SELF] = (is_valid[LEFT] && is_valid[RIGHT]) || is_double[LEFT] || is_double[RIGHT];
      end
    end
  end
  assign any      = is_valid[0];
  assign several  = is_double[0];
  assign index    = place[0];
  assign greatest = value[0];

  logic [4:0][15:0] rounds;
  assign rounds[0] = text;
  for (genvar i = 0; i < 4; i++) begin : rotated
    assign rounds[i+1] = {rounds[i][2:0], rounds[i][15:3]} ^ (rounds[i] & 16'h1249) ^ 16'(i);
  end
  assign sealed = rounds[4];
endmodule
