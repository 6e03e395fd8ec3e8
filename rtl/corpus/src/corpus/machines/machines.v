// SPDX-License-Identifier: Apache-2.0
//
// State machines in the styles of Verilog-2001.
module machines (
    input        clk,
    input        rst,
    input  [1:0] go,
    output reg       busy,
    output reg [1:0] result,
    output [1:0] two_state,
    output reg [1:0] one_state,
    output reg       one_pulse,
    output reg [3:0] hot,
    output reg [2:0] light,
    output reg       lit,
    output       request,
    output       answer,
    output [3:0] served
);
  localparam [1:0] IDLE = 2'd0, RUN = 2'd1, DONE = 2'd2, FAILED = 2'd3;

  reg [1:0] state, next;
  always @(posedge clk) begin
    if (rst) state <= IDLE;
    else state <= next;
  end
  always @(*) begin
    next   = state;
    busy   = 1'b0;
    result = 2'b00;
    case (state)
      IDLE: if (go[0]) next = RUN;
      RUN: begin
        busy = 1'b1;
        if (go == 2'b11) next = FAILED;
        else if (go[1]) next = DONE;
      end
      DONE: begin
        result = go;
        next   = IDLE;
      end
      FAILED: next = go[0] ? FAILED : IDLE;
      default: next = 2'bxx;
    endcase
  end
  assign two_state = state;

  always @(posedge clk) begin
    if (rst) begin
      one_state <= IDLE;
      one_pulse <= 1'b0;
    end else begin
      one_pulse <= 1'b0;
      case (one_state)
        IDLE: if (go == 2'b01) one_state <= RUN;
        RUN: if (go == 2'b10) begin
          one_state <= DONE;
          one_pulse <= 1'b1;
        end
        default: one_state <= IDLE;
      endcase
    end
  end

  always @(posedge clk) begin
    if (rst) hot <= 4'b0001;
    else begin
      hot <= 4'b0000;
      case (1'b1)
        hot[0]: if (go[0]) hot[1] <= 1'b1; else hot[0] <= 1'b1;
        hot[1]: hot[2] <= 1'b1;
        hot[2]: if (go[1]) hot[3] <= 1'b1; else hot[2] <= 1'b1;
        hot[3]: hot[0] <= 1'b1;
      endcase
    end
  end

  parameter [2:0] A = 3'b001, B = 3'b010, C = 3'b100;
  reg [2:0] next_light;
  always @(posedge clk or posedge rst) begin
    if (rst) light <= A;
    else light <= next_light;
  end
  always @(light or go) begin
    case (light)
      A: next_light = go[0] ? B : A;
      B: next_light = go[1] ? C : B;
      C: next_light = A;
      default: next_light = A;
    endcase
  end
  always @(posedge clk or posedge rst) begin
    if (rst) lit <= 1'b0;
    else begin
      lit <= 1'b0;
      if (next_light == C) lit <= go[0];
    end
  end

  reg asks, replies;
  reg [3:0] count;
  always @(posedge clk) begin
    if (rst) asks <= 1'b0;
    else if (!asks && !replies && go[0]) asks <= 1'b1;
    else if (asks && replies) asks <= 1'b0;
  end
  always @(posedge clk) begin
    if (rst) begin
      replies <= 1'b0;
      count   <= 4'd0;
    end else begin
      replies <= asks & (replies | go[1]);
      if (asks && !replies && go[1]) count <= count + 4'd1;
    end
  end
  assign request = asks;
  assign answer  = replies;
  assign served  = count;
endmodule
