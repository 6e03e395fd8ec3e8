// SPDX-License-Identifier: Apache-2.0
//
// Functions and loops: return from the middle, break and continue, while and do, functions that call
// functions, tasks with outputs, loops that start at a variable, and arguments with defaults.
module functions (
    input  logic        clk,
    input  logic [31:0] a,
    input  logic [31:0] b,
    input  logic [4:0]  from,
    output logic [5:0]  first_one,
    output logic [5:0]  leading,
    output logic [5:0]  ones,
    output logic [31:0] reversed,
    output logic [15:0] root,
    output logic [31:0] divisor,
    output logic [5:0]  run,
    output logic [31:0] least,
    output logic [31:0] greatest,
    output logic [7:0]  digits,
    output logic [31:0] skipped,
    output logic [3:0]  nibble
);
  function automatic logic [5:0] find_first(input logic [31:0] value, input logic [4:0] start = 5'd0);
    for (int i = 0; i < 32; i++) begin
      if (i < int'(start)) continue;
      if (value[i]) return 6'(i);
    end
    return 6'd32;
  endfunction

  function automatic logic [5:0] count_leading(input logic [31:0] value);
    logic [5:0] count;
    count = '0;
    for (int i = 31; i >= 0; i--) begin
      if (value[i]) break;
      count++;
    end
    return count;
  endfunction

  function automatic logic [31:0] reverse(input logic [31:0] value);
    logic [31:0] result;
    for (int i = 0; i < 32; i++) result[i] = value[31-i];
    return result;
  endfunction

  function automatic logic [15:0] square_root(input logic [31:0] value);
    logic [15:0] result;
    result = '0;
    for (int bit_at = 15; bit_at >= 0; bit_at--) begin
      logic [15:0] attempt;
      attempt = result | (16'd1 << bit_at);
      if (32'(attempt) * 32'(attempt) <= value) result = attempt;
    end
    return result;
  endfunction

  function automatic logic [31:0] greatest_divisor(input logic [7:0] x, input logic [7:0] y);
    logic [7:0] p, q, t;
    int steps;
    p     = x;
    q     = y;
    steps = 0;
    // Subtraction, at most sixteen times.
    while (p != q && steps < 16) begin
      if (p > q) p = p - q;
      else q = q - p;
      steps = steps + 1;
    end
    t = (p == q) ? p : 8'd0;
    return {24'd0, t};
  endfunction

  task automatic order(input logic [31:0] x, input logic [31:0] y, output logic [31:0] low, output logic [31:0] high);
    if (x < y) begin
      low  = x;
      high = y;
    end else begin
      low  = y;
      high = x;
    end
  endtask

  function automatic logic [5:0] longest_run(input logic [31:0] value);
    logic [5:0] best, current;
    best    = '0;
    current = '0;
    for (int i = 0; i < 32; i++) begin
      current = value[i] ? current + 6'd1 : 6'd0;
      if (current > best) best = current;
    end
    return best;
  endfunction

  logic [31:0] low, high;

  always_comb order(reverse(a), b, low, high);

  logic [31:0] odd_sum;
  always_comb begin
    odd_sum = '0;
    for (int i = 0; i < 8; i++) begin
      if (a[4*i +: 4] == 4'd0) continue;
      if (a[4*i +: 4] == 4'd15) break;
      odd_sum += 32'(b[4*i +: 4]) * 32'(a[4*i +: 4]);
    end
  end

  logic [7:0] digit_sum;
  always_comb begin
    logic [31:0] rest;
    int          count;
    rest      = b;
    digit_sum = '0;
    count     = 0;
    do begin
      digit_sum += 8'(rest % 10);
      rest      = rest / 10;
      count++;
    end while (rest != 0 && count < 10);
  end

  always_ff @(posedge clk) begin
    first_one <= find_first(a, from) + find_first(b);
    leading   <= count_leading(a);
    ones      <= 6'($countones(a & b));
    reversed  <= reverse(a ^ reverse(b));
    root      <= square_root(b);
    divisor   <= greatest_divisor(a[7:0], b[7:0]);
    run       <= longest_run(a);
    least     <= low;
    greatest  <= high;
    digits    <= digit_sum;
    skipped   <= odd_sum;
    for (int i = 0; i < 4; i++) nibble[i] <= ^a[8*i +: 8];
  end
endmodule
