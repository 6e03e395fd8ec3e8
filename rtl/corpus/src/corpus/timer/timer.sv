// SPDX-License-Identifier: Apache-2.0
//
// A timer as libraries write it: with time units, default net type, macros with arguments, conditional text, an
// included file, assertions and initial values that synthesis keeps, attributes, and delays it ignores.
`timescale 1ns / 1ps
`default_nettype none
`include "timer_registers.svh"

`define FIELD(name, high, low) name[high:low]
`define MATCH(a, b) ((a) == (b))
`ifndef TIMER_BITS
`define TIMER_BITS 20
`endif

module timer (
    input  wire logic                   clk,
    input  wire logic                   rst_n,
    input  wire logic                   write,
    input  wire logic [2:0]             address,
    input  wire logic [31:0]            data,
    output logic      [31:0]            value,
    output logic                        pwm,
    output logic                        tick,
    output logic      [`TIMER_BITS-1:0] elapsed
);
  timeunit 1ns;
  timeprecision 1ps;

  (* keep = "true" *) logic [15:0] prescaler = 16'd3;
  logic [15:0] phase = '0;
  logic [15:0] compare = 16'd40;
  logic [15:0] limit = 16'd99;
  logic [15:0] position;
  logic        running = 1'b1;

  wire logic next_tick = `MATCH(phase, prescaler);

  initial position = 16'd7;

  always_ff @(posedge clk) begin
    tick <= #1 next_tick && running;
    if (!rst_n) begin
      phase    <= '0;
      position <= '0;
      elapsed  <= '0;
      pwm      <= 1'b0;
    end else if (running) begin
      phase   <= next_tick ? '0 : phase + 16'd1;
      elapsed <= elapsed + `TIMER_BITS'd1;
      if (next_tick) position <= (position >= limit) ? '0 : position + 16'd1;
      pwm <= #2 position < compare;
    end
    if (write) begin
      case (address)
        `REGISTER_PRESCALER: prescaler <= data[3:0];
        `REGISTER_COMPARE:   compare   <= `FIELD(data, 15, 0);
        `REGISTER_LIMIT:     limit     <= `FIELD(data, 6, 0);
        `REGISTER_CONTROL:   running   <= data[0];
        default:             ;
      endcase
    end
  end

  always_comb begin
    case (address)
      `REGISTER_PRESCALER: value = {16'd0, prescaler};
      `REGISTER_COMPARE:   value = {16'd0, compare};
      `REGISTER_LIMIT:     value = {16'd0, limit};
      `REGISTER_CONTROL:   value = {30'd0, tick, running};
      default:             value = {16'd0, position};
    endcase
  end

`ifndef SYNTHESIS
  a_limit : assert property (@(posedge clk) disable iff (!rst_n) pwm |-> !$isunknown(position));
`endif
endmodule

`default_nettype wire
