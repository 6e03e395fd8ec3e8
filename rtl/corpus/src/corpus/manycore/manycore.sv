// SPDX-License-Identifier: Apache-2.0
//
// Sixteen small processors in a net of four by four, most of which sleep. A request enters in the corner, travels
// along its row and then its column to the tile it is for, wakes the processor there, and the answer leaves where
// the request came in. Each tile has its own memory, so answers depend on what a tile was asked before.
package manycore_types;
  localparam int SIDE = 4;

  typedef enum logic [1:0] {
    SUM      = 2'd0,  // of all numbers from 1 to the low five bits
    DIVISOR  = 2'd1,  // the greatest common one of two numbers of five bits
    HASH     = 2'd2,  // of the word and of how many requests there were
    REMEMBER = 2'd3   // the word; the answer is it with one of before
  } request_t;

  typedef struct packed {
    logic        outward;  // an answer, for the corner
    logic [1:0]  x;
    logic [1:0]  y;
    request_t    request;
    logic [31:0] data;
  } flit_t;

  typedef enum logic [2:0] {
    EAST, WEST, NORTH, SOUTH, OWN
  } port_t;

  // Instructions of 16 bits: operation, target, left, right; or operation, target, number.
  typedef enum logic [3:0] {
    RECEIVE, SEND, MOVE, ADD, SUBTRACT, EXOR, MULTIPLY, ROTATE, LOAD, STORE, SET, AND, IF_ZERO, IF_LESS, JUMP, IF_REQUEST
  } operation_t;

  function automatic logic [15:0] rrr(
      input operation_t operation, input int target, input int left, input int right);
    return {operation, target[3:0], left[3:0], right[3:0]};
  endfunction

  function automatic logic [15:0] rn(input operation_t operation, input int target, input int number);
    return {operation, target[3:0], number[7:0]};
  endfunction

  localparam int LENGTH = 44;

  // Register 0 is the word received, 15 counts the requests.
  localparam logic [15:0] PROGRAM[LENGTH] = '{
      /*  0 */ rn(RECEIVE, 0, 0),
      /*  1 */ rn(SET, 1, 1),
      /*  2 */ rrr(ADD, 15, 15, 1),
      /*  3 */ rn(SET, 2, 0),
      /*  4 */ rn(IF_REQUEST, 1, 13),
      /*  5 */ rn(IF_REQUEST, 2, 27),
      /*  6 */ rn(IF_REQUEST, 3, 38),
      // The sum of the numbers up to the low five bits.
      /*  7 */ rn(SET, 3, 31),
      /*  8 */ rrr(AND, 4, 0, 3),
      /*  9 */ rn(IF_ZERO, 4, 42),
      /* 10 */ rrr(ADD, 2, 2, 4),
      /* 11 */ rrr(SUBTRACT, 4, 4, 1),
      /* 12 */ rn(JUMP, 0, 9),
      // The greatest common divisor of two numbers of five bits, by subtraction.
      /* 13 */ rn(SET, 3, 31),
      /* 14 */ rrr(AND, 4, 0, 3),
      /* 15 */ rn(SET, 5, 8),
      /* 16 */ rrr(ROTATE, 5, 0, 5),
      /* 17 */ rrr(AND, 2, 5, 3),
      /* 18 */ rn(IF_ZERO, 2, 25),
      /* 19 */ rn(IF_ZERO, 4, 42),
      /* 20 */ rrr(IF_LESS, 0, 2, 4),
      /* 21 */ rrr(SUBTRACT, 4, 4, 2),
      /* 22 */ rn(JUMP, 0, 19),
      /* 23 */ rrr(SUBTRACT, 2, 2, 4),
      /* 24 */ rn(JUMP, 0, 19),
      /* 25 */ rrr(MOVE, 2, 4, 0),
      /* 26 */ rn(JUMP, 0, 42),
      // Four rounds of a hash, the number of the request goes into.
      /* 27 */ rrr(EXOR, 2, 0, 15),
      /* 28 */ rn(SET, 3, 77),
      /* 29 */ rn(SET, 5, 13),
      /* 30 */ rn(SET, 6, 4),
      /* 31 */ rrr(MULTIPLY, 2, 2, 3),
      /* 32 */ rrr(ROTATE, 2, 2, 5),
      /* 33 */ rrr(EXOR, 2, 2, 0),
      /* 34 */ rrr(ADD, 3, 3, 2),
      /* 35 */ rrr(SUBTRACT, 6, 6, 1),
      /* 36 */ rn(IF_ZERO, 6, 42),
      /* 37 */ rn(JUMP, 0, 31),
      // What was remembered before, with what is to be now.
      /* 38 */ rrr(LOAD, 2, 15, 0),
      /* 39 */ rrr(ADD, 7, 15, 1),
      /* 40 */ rrr(STORE, 0, 7, 0),
      /* 41 */ rrr(EXOR, 2, 2, 0),
      // The answer.
      /* 42 */ rn(SEND, 2, 0),
      /* 43 */ rn(JUMP, 0, 0)
  };
endpackage

module manycore
  import manycore_types::*;
(
    input  logic        clk,
    input  logic        rst,
    input  logic        request_valid,
    output logic        request_ready,
    input  logic [3:0]  tile,
    input  logic [1:0]  request,
    input  logic [31:0] data,
    output logic        answer_valid,
    output logic [3:0]  answer_tile,
    output logic [1:0]  answer_request,
    output logic [31:0] answer,
    output logic [15:0] awake
);
  // Links by the tile that they enter and the side on which they do.
  flit_t entering[SIDE][SIDE][4];
  flit_t leaving[SIDE][SIDE][4];
  logic  entering_valid[SIDE][SIDE][4];
  logic  leaving_valid[SIDE][SIDE][4];
  logic  entering_ready[SIDE][SIDE][4];
  logic  leaving_ready[SIDE][SIDE][4];

  for (genvar y = 0; y < SIDE; y++) begin : rows
    for (genvar x = 0; x < SIDE; x++) begin : columns
      manycore_tile #(.X(x), .Y(y)) one (
          .clk(clk), .rst(rst),
          .in_valid(entering_valid[y][x]),
          .in(entering[y][x]),
          .in_ready(entering_ready[y][x]),
          .out_valid(leaving_valid[y][x]), .out(leaving[y][x]),
          .out_ready(leaving_ready[y][x]),
          .awake(awake[SIDE*y+x]));

      if (x < SIDE - 1) begin : has_east
        assign entering_valid[y][x][EAST] = leaving_valid[y][x+1][WEST];
        assign entering[y][x][EAST]       = leaving[y][x+1][WEST];
        assign leaving_ready[y][x][EAST]  = entering_ready[y][x+1][WEST];
      end else begin : at_east
        assign entering_valid[y][x][EAST] = 1'b0;
        assign entering[y][x][EAST]       = '0;
        assign leaving_ready[y][x][EAST]  = 1'b1;
      end
      if (x > 0) begin : has_west
        assign entering_valid[y][x][WEST] = leaving_valid[y][x-1][EAST];
        assign entering[y][x][WEST]       = leaving[y][x-1][EAST];
        assign leaving_ready[y][x][WEST]  = entering_ready[y][x-1][EAST];
      end else if (y == 0) begin : corner
        assign entering_valid[y][x][WEST] = request_valid;
        assign entering[y][x][WEST]       = {1'b0, tile, request, data};
        assign leaving_ready[y][x][WEST]  = 1'b1;
      end else begin : at_west
        assign entering_valid[y][x][WEST] = 1'b0;
        assign entering[y][x][WEST]       = '0;
        assign leaving_ready[y][x][WEST]  = 1'b1;
      end
      if (y > 0) begin : has_north
        assign entering_valid[y][x][NORTH] = leaving_valid[y-1][x][SOUTH];
        assign entering[y][x][NORTH]       = leaving[y-1][x][SOUTH];
        assign leaving_ready[y][x][NORTH]  = entering_ready[y-1][x][SOUTH];
      end else begin : at_north
        assign entering_valid[y][x][NORTH] = 1'b0;
        assign entering[y][x][NORTH]       = '0;
        assign leaving_ready[y][x][NORTH]  = 1'b1;
      end
      if (y < SIDE - 1) begin : has_south
        assign entering_valid[y][x][SOUTH] = leaving_valid[y+1][x][NORTH];
        assign entering[y][x][SOUTH]       = leaving[y+1][x][NORTH];
        assign leaving_ready[y][x][SOUTH]  = entering_ready[y+1][x][NORTH];
      end else begin : at_south
        assign entering_valid[y][x][SOUTH] = 1'b0;
        assign entering[y][x][SOUTH]       = '0;
        assign leaving_ready[y][x][SOUTH]  = 1'b1;
      end
    end
  end

  assign request_ready = entering_ready[0][0][WEST];

  // Answers keep the place they come from.
  always_ff @(posedge clk) begin
    answer_valid <= leaving_valid[0][0][WEST] && !rst;
    if (leaving_valid[0][0][WEST]) begin
      answer_tile    <= {leaving[0][0][WEST].x, leaving[0][0][WEST].y};
      answer_request <= leaving[0][0][WEST].request;
      answer         <= leaving[0][0][WEST].data;
    end
  end
endmodule

module manycore_tile
  import manycore_types::*;
#(
    parameter X = 0,
    parameter Y = 0
) (
    input  logic  clk,
    input  logic  rst,
    input  logic  in_valid [4],
    input  flit_t in       [4],
    output logic  in_ready [4],
    output logic  out_valid[4],
    output flit_t out      [4],
    input  logic  out_ready[4],
    output logic  awake
);
  // Queues before the switch, the processor's own behind the four of the sides.
  logic  waiting[5];
  flit_t first  [5];
  logic  taken  [5];

  logic  answer_valid, answer_ready;
  flit_t answer;

  for (genvar i = 0; i < 5; i++) begin : queues
    logic  put, ready;
    flit_t arriving;
    if (i < 4) begin : side
      assign put         = in_valid[i];
      assign arriving    = in[i];
      assign in_ready[i] = ready;
    end else begin : own
      assign put          = answer_valid;
      assign arriving     = answer;
      assign answer_ready = ready;
    end
    manycore_queue queue (
        .clk(clk), .rst(rst), .put(put), .in(arriving), .ready(ready),
        .valid(waiting[i]), .out(first[i]), .taken(taken[i]));
  end

  // The way of each first flit: requests along the row first, answers along the column first.
  port_t way[5];
  always_comb begin
    for (int i = 0; i < 5; i++) begin
      way[i] = OWN;
      if (first[i].outward) begin
        if (Y > 0) way[i] = NORTH;
        else way[i] = WEST;
      end else if (first[i].x > 2'(X)) way[i] = EAST;
      else if (first[i].y > 2'(Y)) way[i] = SOUTH;
    end
  end

  // Each exit takes turns among the queues that want it.
  logic        exit_valid[5];
  flit_t       exit_flit [5];
  logic        exit_ready[5];
  logic [4:0]  granted   [5];
  logic [4:0]  wanted    [5];
  logic [4:0]  turn      [5];

  always_comb begin
    for (int e = 0; e < 5; e++) begin
      logic [9:0] doubled;
      for (int i = 0; i < 5; i++) wanted[e][i] = waiting[i] && way[i] == port_t'(e);
      doubled       = {wanted[e], wanted[e]} & ~({wanted[e], wanted[e]} - {5'd0, turn[e]});
      granted[e]    = doubled[9:5] | doubled[4:0];
      exit_valid[e] = wanted[e] != '0;
      exit_flit[e]  = '0;
      for (int i = 0; i < 5; i++) if (granted[e][i]) exit_flit[e] |= first[i];
    end
    for (int i = 0; i < 5; i++) begin
      taken[i] = 1'b0;
      for (int e = 0; e < 5; e++) if (granted[e][i] && exit_ready[e]) taken[i] = 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    for (int e = 0; e < 5; e++) begin
      if (rst) turn[e] <= 5'd1;
      else if (exit_valid[e] && exit_ready[e]) turn[e] <= {granted[e][3:0], granted[e][4]};
    end
  end

  for (genvar e = 0; e < 4; e++) begin : exits
    assign out_valid[e]  = exit_valid[e];
    assign out[e]        = exit_flit[e];
    assign exit_ready[e] = out_ready[e];
  end

  manycore_processor #(.X(X), .Y(Y)) processor (
      .clk(clk), .rst(rst), .in_valid(exit_valid[OWN]), .in(exit_flit[OWN]), .in_ready(exit_ready[OWN]),
      .out_valid(answer_valid), .out(answer), .out_ready(answer_ready), .awake(awake));
endmodule

// Two places.
module manycore_queue
  import manycore_types::*;
(
    input  logic  clk,
    input  logic  rst,
    input  logic  put,
    input  flit_t in,
    output logic  ready,
    output logic  valid,
    output flit_t out,
    input  logic  taken
);
  flit_t      places[2];
  logic [1:0] count;
  logic       tail, head;

  assign ready = count != 2'd2;
  assign valid = count != 2'd0;
  assign out   = places[head];

  always_ff @(posedge clk) begin
    if (rst) begin
      count <= '0;
      tail  <= 1'b0;
      head  <= 1'b0;
    end else begin
      if (put && ready) begin
        places[tail] <= in;
        tail         <= !tail;
      end
      if (taken) head <= !head;
      count <= count + 2'(put && ready) - 2'(taken);
    end
  end
endmodule

// An instruction a cycle; sleeps at RECEIVE until there is a request.
module manycore_processor
  import manycore_types::*;
#(
    parameter X = 0,
    parameter Y = 0
) (
    input  logic  clk,
    input  logic  rst,
    input  logic  in_valid,
    input  flit_t in,
    output logic  in_ready,
    output logic  out_valid,
    output flit_t out,
    input  logic  out_ready,
    output logic  awake
);
  logic [31:0] x[16];
  logic [31:0] memory[16];
  logic [5:0]  pc, next_pc;
  request_t    request;
  logic [15:0] instruction;
  operation_t  operation;
  logic [3:0]  target;
  logic [31:0] left, right, old, value;
  logic [4:0]  amount;
  logic        writes, stays;

  assign instruction = (pc < 6'(LENGTH)) ? PROGRAM[pc] : '0;
  assign operation   = operation_t'(instruction[15:12]);
  assign target      = instruction[11:8];
  assign left        = x[instruction[7:4]];
  assign right       = x[instruction[3:0]];
  assign old         = x[target];
  assign amount      = right[4:0];

  assign in_ready  = operation == RECEIVE;
  assign out_valid = operation == SEND;
  assign out       = '{outward: 1'b1, x: 2'(X), y: 2'(Y), request: request, data: old};
  assign stays     = (operation == RECEIVE && !in_valid) || (operation == SEND && !out_ready);
  assign awake     = !in_ready;

  always_comb begin
    writes = 1'b1;
    value  = left + right;
    case (operation)
      RECEIVE:  value = in.data;
      MOVE:     value = left;
      SUBTRACT: value = left - right;
      EXOR:     value = left ^ right;
      MULTIPLY: value = left * right;
      ROTATE:   value = (left << amount) | (left >> (6'd32 - {1'b0, amount}));
      LOAD:     value = memory[left[3:0]];
      SET:      value = {24'd0, instruction[7:0]};
      AND:     value = left & right;
      ADD:      ;
      default:  writes = 1'b0;
    endcase
  end

  always_comb begin
    next_pc = pc + 6'd1;
    case (operation)
      JUMP:       next_pc = instruction[5:0];
      IF_ZERO:    if (old == '0) next_pc = instruction[5:0];
      IF_REQUEST: if (request == request_t'(target[1:0])) next_pc = instruction[5:0];
      // Over the next two instructions.
      IF_LESS:    if (right < left) next_pc = pc + 6'd3;
      default:    ;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      pc      <= '0;
      request <= SUM;
    end else if (!stays) begin
      pc <= next_pc;
      if (operation == RECEIVE) request <= in.request;
      if (writes) x[target] <= value;
      if (operation == STORE) memory[left[3:0]] <= old;
    end
  end
endmodule
