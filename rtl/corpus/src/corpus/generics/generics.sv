// SPDX-License-Identifier: Apache-2.0
//
// What parameters and generate can do: types, strings, tables and real numbers as parameters, conditions, cases
// and loops at elaboration, nested and named, constant functions, recursion of modules, arrays of instances.
module operator #(
    parameter string KIND = "add",
    parameter type   T    = logic [15:0]
) (
    input  T a,
    input  T b,
    output T y
);
  if (KIND == "add") begin : add
    assign y = a + b;
  end else if (KIND == "sub") begin : sub
    assign y = a - b;
  end else if (KIND == "max") begin : max
    assign y = (a > b) ? a : b;
  end else begin : other
    assign y = a ^ b;
  end
endmodule

// A tree of adders that contains itself twice.
module tree #(
    parameter int COUNT = 8,
    parameter int WIDTH = 8,
    localparam int SUM = WIDTH + $clog2(COUNT)
) (
    input  logic [COUNT-1:0][WIDTH-1:0] in,
    output logic [SUM-1:0]              sum
);
  if (COUNT == 1) begin : leaf
    assign sum = in[0];
  end else begin : node
    localparam int LOW  = COUNT / 2;
    localparam int HIGH = COUNT - LOW;
    logic [WIDTH+$clog2(LOW)-1:0]  low;
    logic [WIDTH+$clog2(HIGH)-1:0] high;
    tree #(.COUNT(LOW), .WIDTH(WIDTH)) left (.in(in[LOW-1:0]), .sum(low));
    tree #(.COUNT(HIGH), .WIDTH(WIDTH)) right (.in(in[COUNT-1:LOW]), .sum(high));
    assign sum = SUM'(low) + SUM'(high);
  end
endmodule

module flip (
    input  logic clk,
    input  logic d,
    output logic q
);
  always_ff @(posedge clk) q <= d;
endmodule

module generics #(
    parameter int    LANES = 5,
    parameter string MODE  = "gray",
    parameter real   RATIO = 2.5
) (
    input  logic                  clk,
    input  logic [15:0]           a,
    input  logic [15:0]           b,
    input  logic [10:0][7:0]      numbers,
    output logic [3:0][15:0]      results,
    output logic signed [31:0]    signed_greatest,
    output logic [11:0]           sum,
    output logic [LANES-1:0]      lanes,
    output logic [7:0]            coded,
    output logic [7:0]            delayed,
    output logic [15:0]           powers,
    output logic [7:0]            scaled,
    output logic [5:0]            shape
);
  localparam string KINDS[4] = '{"add", "sub", "max", "xor"};

  for (genvar g = 0; g < 4; g++) begin : kinds
    operator #(.KIND(KINDS[g])) one (.a(a), .b(b), .y(results[g]));
  end

  logic signed [31:0] sa, sb;
  assign sa = 32'($signed(a));
  assign sb = 32'($signed(b));
  operator #(.KIND("max"), .T(logic signed [31:0])) greatest (.a(sa), .b(sb), .y(signed_greatest));

  tree #(.COUNT(11)) adders (.in(numbers), .sum(sum));

  for (genvar i = 0; i < LANES; i++) begin : lane
    if (i == 0) begin : first
      assign lanes[i] = a[0];
    end else begin : rest
      for (genvar j = 0; j < i; j++) begin : bits
        wire partial;
        if (j == 0) assign partial = a[i];
        else assign partial = bits[j-1].partial ^ b[i*2-j];
      end
      assign lanes[i] = bits[i-1].partial;
    end
  end

  case (MODE)
    "gray":   assign coded = a[7:0] ^ (a[7:0] >> 1);
    "invert": assign coded = ~a[7:0];
    default:  assign coded = a[7:0];
  endcase

  flip registers[7:0] (.clk(clk), .d(b[7:0]), .q(delayed));

  function automatic int power(input int base, input int exponent);
    power = 1;
    for (int i = 0; i < exponent; i++) power = power * base;
  endfunction

  localparam int THREE_TO_SEVEN = power(3, 7);
  localparam int SCALE          = int'(RATIO * 4.0);

  assign powers = a * 16'(THREE_TO_SEVEN % 251) + 16'(2 ** LANES);
  assign scaled = 8'(numbers[0] * SCALE / 4);
  assign shape  = {$bits(results) == 64, $size(numbers) == 11, $left(lanes) == 4, $clog2(LANES) == 3, LANES > 3, MODE == "gray"};
endmodule
