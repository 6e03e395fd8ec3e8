// SPDX-License-Identifier: Apache-2.0
//
// What an expression's context decides: widths and signs.
module conversions (
    input  logic [7:0]         a,
    input  logic [7:0]         b,
    input  logic signed [7:0]  s,
    input  logic signed [7:0]  t,
    input  logic [4:0]         n,
    input  logic [39:0]        far,
    output logic [15:0]        extended,
    output logic [15:0]        zero_extended,
    output logic [15:0]        sized,
    output logic [15:0]        nibbles,
    output logic [31:0]        whole,
    output logic [15:0]        mixed_product,
    output logic [15:0]        mixed_sum,
    output logic signed [15:0] difference,
    output logic signed [15:0] halved,
    output logic signed [15:0] one_signed,
    output logic [7:0]         compared,
    output logic signed [8:0]  chosen,
    output logic signed [8:0]  chosen_mixed,
    output logic [15:0]        negated,
    output logic [15:0]        shifted,
    output logic [15:0]        shifted_far,
    output logic [15:0]        shifted_signed,
    output logic [63:0]        grown,
    output logic [15:0]        divided,
    output logic signed [7:0]  rounded,
    output logic signed [7:0]  rest,
    output logic [15:0]        powers
);
  localparam int W = 12;

  assign extended      = 16'(signed'(a));
  assign zero_extended = 16'(unsigned'(s));
  assign sized         = (W + 1)'(s) + 16'(a[3:0] - 4'd9);
  assign nibbles       = 4'(a) + 4'(b);
  assign whole         = int'(s) + 32'(byte'(a)) + 32'(shortint'(b)) + 32'(3'(a));

  assign mixed_product = a * s;
  assign mixed_sum     = s + b;
  assign difference    = s - t;
  assign halved        = (s + t) >>> 1;
  assign one_signed    = (s >>> 2) + a;
  assign compared      = {s < t, s < $signed(a), $unsigned(s) < a, s < a, s == -8'sd1, s > -1, s >= 8'h80, $signed(a) < 0};
  assign chosen        = a[0] ? s : t;
  assign chosen_mixed  = a[0] ? s : b;
  assign negated       = -s;

  assign shifted        = a << n;
  assign shifted_far    = {a, b} >> far;
  assign shifted_signed = s >>> n;
  assign grown          = 64'(s) << n;

  logic [7:0] divisor;
  assign divisor = b == 8'd0 ? 8'd1 : b;
  assign divided = (a * 16'd257) / divisor;
  assign rounded = s / 4;
  assign rest    = s % 8;
  assign powers  = 16'(a ** 2) + 16'(2 ** b[2:0]) + 16'(3 ** b[1:0]);
endmodule
