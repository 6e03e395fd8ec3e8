// SPDX-License-Identifier: Apache-2.0
//
// Addition of IEEE 754 numbers of 32 bits, rounded to nearest, ties to even, with subnormal numbers,
// infinities and a quiet NaN; in three steps with a register after each.
package ieee;
  typedef struct packed {
    logic        sign;
    logic [7:0]  exponent;
    logic [22:0] fraction;
  } float_t;

  localparam float_t NAN = '{1'b0, 8'hff, 23'h400000};

  function automatic logic is_nan(input float_t x);
    return x.exponent == '1 && x.fraction != '0;
  endfunction

  function automatic logic is_infinite(input float_t x);
    return x.exponent == '1 && x.fraction == '0;
  endfunction
endpackage

module float_add
  import ieee::*;
(
    input  logic   clk,
    input  logic   valid,
    input  logic   subtract,
    input  float_t a,
    input  float_t b,
    output logic   out_valid,
    output float_t sum
);
  // The larger magnitude first, the other moved to its exponent; three bits more for rounding.
  typedef struct packed {
    logic        valid;
    logic        special;
    float_t      result;
    logic        sign;
    logic        minus;
    logic [8:0]  exponent;
    logic [27:0] bigger;
    logic [27:0] smaller;
  } aligned_t;

  typedef struct packed {
    logic        valid;
    logic        special;
    float_t      result;
    logic        sign;
    logic        zero;
    logic [8:0]  exponent;
    logic [27:0] value;
  } normal_t;

  aligned_t aligned, s1;
  normal_t  normal, s2;

  always_comb begin
    float_t      y, big, little;
    logic [23:0] little_value;
    logic [8:0]  distance, little_exponent;
    logic [50:0] moved;
    y      = b;
    y.sign = b.sign ^ subtract;
    if ({a.exponent, a.fraction} >= {y.exponent, y.fraction}) {big, little} = {a, y};
    else {big, little} = {y, a};
    aligned         = '0;
    aligned.valid   = valid;
    aligned.special = 1'b1;
    if (is_nan(a) || is_nan(y) || (is_infinite(a) && is_infinite(y) && a.sign != y.sign)) aligned.result = NAN;
    else if (is_infinite(a)) aligned.result = a;
    else if (is_infinite(y)) aligned.result = y;
    else aligned.special = 1'b0;
    aligned.sign     = big.sign;
    aligned.minus    = big.sign != little.sign;
    aligned.exponent = (big.exponent == '0) ? 9'd1 : {1'b0, big.exponent};
    little_exponent  = (little.exponent == '0) ? 9'd1 : {1'b0, little.exponent};
    distance         = aligned.exponent - little_exponent;
    little_value     = {little.exponent != '0, little.fraction};
    aligned.bigger    = {1'b0, big.exponent != '0, big.fraction, 3'b000};
    moved            = {little_value, 27'd0} >> ((distance > 9'd27) ? 9'd27 : distance);
    // The last bit stands for all that was moved out.
    aligned.smaller = {1'b0, moved[50:25], |moved[24:0]};
    if (distance > 9'd27) aligned.smaller = {27'd0, little_value != '0};
  end

  always_comb begin
    logic [27:0] total;
    logic [4:0]  zeros;
    normal.valid   = s1.valid;
    normal.special = s1.special;
    normal.result  = s1.result;
    normal.sign    = s1.sign;
    total          = s1.minus ? s1.bigger - s1.smaller : s1.bigger + s1.smaller;
    normal.zero    = total == '0;
    zeros          = 5'd27;
    for (int i = 0; i < 27; i++) if (total[i]) zeros = 5'(26 - i);
    if (total[27]) begin
      normal.exponent = s1.exponent + 9'd1;
      normal.value    = {1'b0, total[27:2], total[1] | total[0]};
    end else if (s1.exponent > {4'd0, zeros}) begin
      normal.exponent = s1.exponent - {4'd0, zeros};
      normal.value    = total << zeros;
    end else begin
      normal.exponent = '0;
      normal.value    = total << (s1.exponent - 9'd1);
    end
    if (normal.zero && s1.minus) normal.sign = 1'b0;
  end

  always_ff @(posedge clk) begin
    logic        up;
    logic [32:0] rounded;
    s1 <= aligned;
    s2 <= normal;
    up      = s2.value[2] && (s2.value[1] || s2.value[0] || s2.value[3]);
    rounded = {1'b0, s2.exponent, s2.value[25:3]} + 33'(up);
    out_valid <= s2.valid;
    if (s2.special) sum <= s2.result;
    else if (s2.zero) sum <= {s2.sign, 31'd0};
    else if (rounded[31:23] >= 9'd255) sum <= {s2.sign, 8'hff, 23'd0};
    else sum <= {s2.sign, rounded[30:0]};
  end
endmodule
