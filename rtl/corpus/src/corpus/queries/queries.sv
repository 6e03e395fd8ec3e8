// SPDX-License-Identifier: Apache-2.0
//
// What source text may ask about itself.
module labelled #(
    parameter          MODE = "FAST",
    parameter string   NAME = "x",
    parameter [8*4-1:0] TAG = "ABCD"
) (
    input  logic [7:0]  a,
    output logic [7:0]  y,
    output logic [31:0] tag
);
  if (MODE == "FAST") begin : fast
    assign y = a + 8'd1;
  end else if (MODE == "SLOW") begin : slow
    assign y = a - 8'd1;
  end else begin : other
    assign y = a;
  end
  assign tag = TAG ^ (NAME == "abc" ? 32'h1 : 32'h0);
endmodule

module queries (
    input  logic [12:0]       a,
    input  logic signed [7:0] s,
    output logic [31:0]       widths,
    output logic [31:0]       sizes,
    output logic [31:0]       ends,
    output logic [31:0]       dimensions,
    output logic [31:0]       logarithms,
    output logic [7:0]        ones,
    output logic [7:0]        zeros,
    output logic [7:0]        any_digit,
    output logic [7:0]        counted,
    output logic [3:0]        hot,
    output logic [7:0]        mixed,
    output logic [7:0]        fast,
    output logic [7:0]        slow,
    output logic [7:0]        other,
    output logic [31:0]       tags,
    output logic [31:0]       named_tag,
    output logic [39:0]       word
);
  typedef struct packed {
    logic [2:0]      x;
    logic [4:0][1:0] y;
  } parts_t;
  logic [3:0][7:0] packed_array;
  logic [7:0]      unpacked_array[2:5][7];

  assign widths     = $bits(parts_t) + $bits(a) * 100 + $bits(packed_array[1]) * 10000;
  assign sizes      = $size(packed_array) + 10 * $size(packed_array, 2) + 100 * $size(unpacked_array) + 1000 * $size(unpacked_array, 2);
  assign ends       = $left(unpacked_array) + 10 * $right(unpacked_array) + 100 * $low(unpacked_array) + 1000 * $high(unpacked_array);
  assign dimensions = $dimensions(unpacked_array) + 10 * $unpacked_dimensions(unpacked_array) + 100 * ($increment(packed_array) + 2);
  assign logarithms = $clog2(100) + 10 * $clog2(1) + 100 * $clog2(64);
  assign ones       = 8'($countones(a));
  assign zeros      = 8'($countbits(a, '0));
  assign any_digit  = 8'($countbits(a, '0, '1));
  assign counted    = 8'($countbits(s, s[0]) + $countbits(a, '1, 'x));
  assign hot        = {$onehot(a[3:0]), $onehot0(a[5:0]), $isunknown(a), $onehot(s)};
  assign mixed      = $unsigned(s) + 8'($signed(a[3:0]));

  logic [31:0] fast_tag, slow_tag, other_tag;
  labelled is_fast (.a(a[7:0]), .y(fast), .tag(fast_tag));
  labelled #("SLOW", "abc") is_slow (.a(a[7:0]), .y(slow), .tag(slow_tag));
  labelled #(.MODE("NONE"), .TAG("WX")) is_other (.a(a[7:0]), .y(other), .tag(other_tag));
  labelled #(.NAME("abc"), .TAG("WXYZ")) is_named (.a(8'd0), .y(), .tag(named_tag));
  assign tags = fast_tag + slow_tag + other_tag;
  assign word = "hello";
endmodule
