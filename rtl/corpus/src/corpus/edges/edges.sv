// SPDX-License-Identifier: Apache-2.0
//
// Both edges of a clock: registers that follow the falling one, words that pass between the edges, data at
// double rate in and out, and an enable that is stable while the clock is high.
module edges (
    input  logic       clk,
    input  logic       rst,
    input  logic [7:0] in,
    input  logic [1:0] ddr_in,
    input  logic       enable,
    output logic [7:0] falling,
    output logic [7:0] passed,
    output logic [7:0] back,
    output logic [3:0] ddr,
    output logic [7:0] count,
    output logic [7:0] gated
);
  logic [1:0] high, low;
  logic       held_enable;
  logic [7:0] rising;

  always_ff @(negedge clk) falling <= in;

  always_ff @(posedge clk) rising <= in + 8'd1;

  // Half a cycle from one to the other.
  always_ff @(negedge clk) passed <= rising;
  always_ff @(posedge clk) back <= passed ^ falling;

  always_ff @(posedge clk) high <= ddr_in;
  always_ff @(negedge clk) low <= ddr_in;
  always_ff @(posedge clk) ddr <= {high, low};

  always_ff @(negedge clk or posedge rst) begin
    if (rst) count <= '0;
    else count <= count + 8'd1;
  end

  always_ff @(negedge clk) held_enable <= enable;
  always_ff @(posedge clk) begin
    if (rst) gated <= '0;
    else if (held_enable) gated <= gated + rising;
  end
endmodule
