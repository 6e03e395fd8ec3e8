// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of signal processing.
module filters (
    input  logic               clk,
    input  logic               rst,
    input  logic [15:0]        a,
    input  logic [15:0]        b,
    input  logic signed [15:0] s,
    input  logic signed [15:0] t,
    output logic [15:0]        sum_up,
    output logic [15:0]        sum_down,
    output logic signed [15:0] limited,
    output logic signed [15:0] scaled,
    output logic signed [7:0]  cut,
    output logic [15:0]        rotated,
    output logic [15:0]        turned,
    output logic [15:0]        crc,
    output logic [31:0]        energy,
    output logic [7:0]         halves,
    output logic [16:0]        with_carry,
    output logic signed [17:0] average
);
  wire [16:0] wide = a + b;
  assign sum_up   = wide[16] ? 16'hffff : wide[15:0];
  assign sum_down = a < b ? 16'd0 : a - b;

  logic signed [16:0] exact;
  always_comb begin
    exact = s + t;
    if (exact > 32767) limited = 16'sh7fff;
    else if (exact < -32768) limited = -16'sd32768;
    else limited = exact[15:0];
  end

  wire signed [31:0] product = s * t;
  assign scaled = (product + (1 <<< 14)) >>> 15;

  function automatic logic signed [7:0] clipped(input logic signed [15:0] x);
    if (x > 127) return 8'sd127;
    if (x < -128) return -8'sd128;
    return x[7:0];
  endfunction
  assign cut = clipped(s >>> 4);

  assign rotated = (a << b[3:0]) | (a >> (5'd16 - {1'b0, b[3:0]}));
  wire [31:0] doubled = {a, a} << b[3:0];
  assign turned = doubled[31:16];

  function automatic logic [15:0] crc_of(input logic [15:0] last, input logic [7:0] d);
    logic [15:0] x;
    x = last;
    for (int i = 7; i >= 0; i--) x = (x[15] ^ d[i]) ? (x << 1) ^ 16'h1021 : x << 1;
    return x;
  endfunction
  always_ff @(posedge clk) begin
    if (rst) crc <= '1;
    else crc <= crc_of(crc, a[7:0]);
  end

  always_ff @(posedge clk) begin
    if (rst) energy <= '0;
    else energy <= energy + s * s;
  end

  function automatic void split(input logic [7:0] x, output logic [3:0] high, output logic [3:0] low);
    high = x[7:4];
    low  = x[3:0];
  endfunction
  logic [3:0] high, low;
  always_comb begin
    split(a[7:0] ^ b[7:0], high, low);
    halves = {low, high};
  end

  task automatic add(input logic [15:0] x, input logic [15:0] y, input logic carry = 1'b1, output logic [16:0] z);
    z = x + y + 17'(carry);
  endtask
  always_comb add(a, b,, with_carry);

  logic signed [15:0] taps[4];
  always_ff @(posedge clk) begin
    if (rst) taps <= '{default: '0};
    else taps <= '{s, taps[0], taps[1], taps[2]};
  end
  always_comb begin
    average = '0;
    foreach (taps[i]) average += 18'(taps[i]);
    average = average >>> 2;
  end
endmodule
