// SPDX-License-Identifier: Apache-2.0
//
// Quotients and remainders, signed and not, narrow and wide, of equal and of different sizes. Division by
// zero and the least number by -1 are answered as RISC-V does; a divider that takes a bit a cycle does the same.
module divide (
    input  logic               clk,
    input  logic               rst_n,
    input  logic        [31:0] a,
    input  logic        [31:0] b,
    input  logic        [99:0] wide_a,
    input  logic        [69:0] wide_b,
    input  logic signed [11:0] small_number,
    input  logic               start,
    output logic        [31:0] quotient,
    output logic        [31:0] remainder,
    output logic signed [31:0] signed_quotient,
    output logic signed [31:0] signed_remainder,
    output logic        [99:0] wide_quotient,
    output logic        [69:0] wide_remainder,
    output logic signed [31:0] mixed_quotient,
    output logic signed [31:0] by_seven,
    output logic        [4:0]  modulo,
    output logic               busy,
    output logic        [31:0] serial_quotient,
    output logic        [31:0] serial_remainder
);
  logic signed [31:0] sa, sb, ss;
  logic overflow;

  assign sa       = a;
  assign sb       = b;
  assign ss       = 32'(small_number);
  assign overflow = a == 32'h8000_0000 && b == '1;

  // All operands of a choice must be signed for it to be: '1 instead of -1 would make the division unsigned.
  always_ff @(posedge clk) begin
    quotient         <= (b == 0) ? '1 : a / b;
    remainder        <= (b == 0) ? a : a % b;
    signed_quotient  <= (b == 0) ? -32'sd1 : overflow ? sa : sa / (overflow ? 32'sd1 : sb);
    signed_remainder <= (b == 0) ? sa : overflow ? 32'sd0 : sa % (overflow ? 32'sd1 : sb);
    wide_quotient    <= (wide_b == 0) ? '1 : wide_a / wide_b;
    wide_remainder   <= (wide_b == 0) ? wide_a[69:0] : 70'(wide_a % wide_b);
    mixed_quotient   <= (small_number == 0 || (a == 32'h8000_0000 && small_number == -12'sd1)) ? 32'sd0 : sa / ss;
    by_seven         <= sa / 32'sd7 + sa % 32'sd7;
    modulo           <= 5'(a[7:0] % 8'd19);
  end

  // Restoring division, a bit a cycle.
  logic [31:0] divisor;
  logic [63:0] rest;
  logic [64:0] shifted;
  logic [5:0]  left;

  assign shifted = {rest, 1'b0};
  assign busy    = left != 0;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      left             <= '0;
      serial_quotient  <= '0;
      serial_remainder <= '0;
    end else if (!busy) begin
      if (start) begin
        left    <= 6'd33;
        divisor <= b;
        rest    <= {32'd0, a};
      end
    end else begin
      left <= left - 1'b1;
      if (left == 6'd1) begin
        serial_quotient  <= rest[31:0];
        serial_remainder <= rest[63:32];
      end else if (shifted[64:32] >= {1'b0, divisor}) begin
        rest <= {shifted[63:32] - divisor, shifted[31:1], 1'b1};
      end else begin
        rest <= shifted[63:0];
      end
    end
  end
endmodule
