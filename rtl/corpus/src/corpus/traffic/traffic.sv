// SPDX-License-Identifier: Apache-2.0
//
// Two state machines that talk: lights of a crossing with a one-hot state, and a door with an encoded one,
// both with timers, an alarm that interrupts, and outputs that depend on state and input.
module traffic (
    input  logic       clk,
    input  logic       rst,
    input  logic       car,
    input  logic       walker,
    input  logic       alarm,
    input  logic       key,
    output logic [2:0] lights,
    output logic       walk,
    output logic       blinking,
    output logic [1:0] door,
    output logic [7:0] passed
);
  typedef enum logic [5:0] {
    GREEN   = 6'b000001,
    YELLOW  = 6'b000010,
    RED     = 6'b000100,
    WALK    = 6'b001000,
    READY   = 6'b010000,
    FAILURE = 6'b100000
  } light_t;

  typedef enum logic [1:0] {CLOSED, OPENING = 2'd2, OPEN = 2'd3, CLOSING = 2'd1} door_t;

  light_t     light, next_light;
  door_t      position, next_position;
  logic [4:0] timer;
  logic [2:0] moves;
  logic       asked;

  always_comb begin
    next_light = light;
    unique case (light)
      GREEN:   if (asked && timer >= 5'd12) next_light = YELLOW;
      YELLOW:  if (timer == 5'd3) next_light = RED;
      RED:     if (timer == 5'd2) next_light = asked ? WALK : READY;
      WALK:    if (timer == 5'd9) next_light = READY;
      READY:   if (timer == 5'd1) next_light = GREEN;
      FAILURE: if (key) next_light = RED;
      default: next_light = FAILURE;
    endcase
    if (alarm) next_light = FAILURE;
  end

  always_comb begin
    case (position)
      CLOSED:  next_position = (key && light == RED) ? OPENING : CLOSED;
      OPENING: next_position = (moves == 3'd5) ? OPEN : OPENING;
      OPEN:    next_position = key ? OPEN : CLOSING;
      CLOSING: next_position = key ? OPENING : (moves == 3'd0) ? CLOSED : CLOSING;
    endcase
  end

  assign lights   = {light == RED || light == WALK || light == READY, light == YELLOW || light == READY, light == GREEN};
  assign walk     = light == WALK && !alarm;
  assign blinking = light == FAILURE && timer[1];
  assign door     = position;

  always_ff @(posedge clk) begin
    if (rst) begin
      light    <= RED;
      position <= CLOSED;
      timer    <= '0;
      moves    <= '0;
      asked    <= 1'b0;
      passed   <= '0;
    end else begin
      light    <= next_light;
      position <= next_position;
      timer    <= (next_light != light) ? '0 : (timer == '1) ? timer : timer + 5'd1;
      asked    <= (asked && light != WALK) || walker;
      if (position == OPENING) moves <= moves + 3'd1;
      else if (position == CLOSING && moves != 0) moves <= moves - 3'd1;
      if (car && light == GREEN) passed <= passed + 8'd1;
    end
  end
endmodule
