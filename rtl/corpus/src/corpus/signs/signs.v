// SPDX-License-Identifier: Apache-2.0
//
// Where signed and unsigned meet: mixed sizes, an unsigned operand that makes all unsigned, parts that are
// never signed, shifts, comparisons, concatenations, and choices between both kinds.
module signs (
    input  wire               clk,
    input  wire signed [7:0]  a,
    input  wire signed [15:0] b,
    input  wire        [7:0]  u,
    input  wire        [3:0]  n,
    input  wire signed [32:0] w,
    input  wire signed [63:0] q,
    output reg  signed [31:0] sum,
    output reg         [31:0] unsigned_sum,
    output reg  signed [31:0] product,
    output reg         [23:0] mixed_product,
    output reg  signed [15:0] arithmetic,
    output reg         [15:0] logical,
    output reg         [15:0] lost,
    output reg         [31:0] part,
    output reg         [31:0] choice,
    output reg  signed [31:0] signed_choice,
    output reg         [13:0] compared,
    output reg  signed [39:0] wider,
    output reg         [39:0] wider_unsigned,
    output reg  signed [64:0] long_sum,
    output reg  signed [95:0] long_product,
    output reg         [7:0]  negated,
    output reg         [31:0] filled,
    output reg  signed [63:0] shifted_long,
    output reg         [8:0]  carry
);
  always @(posedge clk) begin
    sum            <= a + b;
    unsigned_sum   <= a + u + b;
    product        <= a * b;
    mixed_product  <= a * u;
    arithmetic     <= b >>> n;
    logical        <= b >> n;
    // The shift is signed only if all of the expression is.
    lost           <= (b >>> n) + u;
    part           <= a[7:0] + b[15:8];
    choice         <= n[0] ? a : u;
    signed_choice  <= n[0] ? a : b;
    compared       <= {a < b, a < $signed(u), a < u, $signed({1'b0, u}) > a, b >= a, b == a,
                       a == 8'hff, a == -1, w < a, w > q, $unsigned(a) < $unsigned(b), a >= 8'sd0,
                       q < 0, q <= w};
    wider          <= w + a;
    wider_unsigned <= w + u;
    long_sum       <= q + w;
    long_product   <= q * w;
    negated        <= -a;
    filled         <= {{16{b[15]}}, b} ^ {4{a}};
    shifted_long   <= (q <<< n) >>> (n + 4'd3);
    carry          <= u + a[7:0];
  end
endmodule
