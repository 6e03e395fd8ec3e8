// SPDX-License-Identifier: Apache-2.0
//
// Every kind of reset: asynchronous low and high, synchronous, with values that are not 0, some registers
// without any, set and reset at once, an enable beside it, and a reset that is let go in step with the clock.
module resets (
    input  logic        clk,
    input  logic        async_n,
    input  logic        async_high,
    input  logic        sync,
    input  logic        set,
    input  logic        enable,
    input  logic [15:0] in,
    output logic [15:0] low,
    output logic [15:0] high,
    output logic [15:0] synchronous,
    output logic [15:0] bare,
    output logic        flag,
    output logic [7:0]  counted,
    output logic        released,
    output logic [7:0]  both
);
  logic [1:0] chain;

  always_ff @(posedge clk or negedge async_n)
    if (!async_n) low <= 16'h1234;
    else if (enable) low <= in;

  always_ff @(posedge clk or posedge async_high)
    if (async_high) high <= '1;
    else high <= high + in;

  always_ff @(posedge clk)
    if (sync) synchronous <= 16'h00ff;
    else if (enable) synchronous <= {synchronous[14:0], in[0]};

  always_ff @(posedge clk) bare <= in ^ low;

  always_ff @(posedge clk)
    if (sync) flag <= 1'b0;
    else if (set) flag <= 1'b1;

  always_ff @(posedge clk or negedge async_n) begin
    if (!async_n) begin
      counted <= 8'd200;
    end else begin
      if (sync) counted <= 8'd0;
      else if (enable) counted <= counted + 8'd3;
    end
  end

  always_ff @(posedge clk or negedge async_n)
    if (!async_n) chain <= 2'b00;
    else chain <= {chain[0], 1'b1};

  assign released = chain[1];

  // Reset by a reset that the design makes itself.
  always_ff @(posedge clk)
    if (!released) both <= 8'h55;
    else both <= both + in[7:0];
endmodule
