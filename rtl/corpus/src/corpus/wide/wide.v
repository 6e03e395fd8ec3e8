// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic on values of 65 to 1024 bits, with a register behind every result.
module wide (
    input  wire           clk,
    input  wire [1023:0]  a,
    input  wire [1023:0]  b,
    input  wire [10:0]    n,
    output reg  [64:0]    sum65,
    output reg  [128:0]   sum128,
    output reg  [1023:0]  sum1024,
    output reg  [1023:0]  difference,
    output reg  [255:0]   product,
    output reg  [130:0]   signed_product,
    output reg  [1023:0]  left,
    output reg  [1023:0]  right,
    output reg  [199:0]   arithmetic,
    output reg  [1023:0]  rotated,
    output reg  [511:0]   picked,
    output reg  [9:0]     compared,
    output reg  [7:0]     reduced,
    output reg  [10:0]    ones,
    output reg  [10:0]    highest,
    output reg  [1023:0]  gathered
);
  integer i;
  reg [10:0]  count, top;
  reg [1023:0] total;
  reg [191:0]  part;

  // Loops over bits: how many ones, and where the highest is.
  always @* begin
    count = 11'd0;
    top   = 11'd0;
    for (i = 0; i < 256; i = i + 1) begin
      count = count + {10'd0, a[i]};
      if (b[i]) top = i[10:0] + 11'd1;
    end
  end

  always @* begin
    total = 1024'd0;
    for (i = 0; i < 4; i = i + 1) begin
      part  = {64'd0, a[128*i +: 128]} * {128'd0, b[64*i +: 64]};
      total = total + ({832'd0, part} << (64 * i));
    end
  end

  always @(posedge clk) begin
    sum65          <= a[64:0] + b[64:0];
    sum128         <= {1'b0, a[127:0]} + {1'b0, b[127:0]} + n[0];
    sum1024        <= a + b;
    difference     <= a - b;
    product        <= a[127:0] * b[127:0];
    signed_product <= $signed(a[64:0]) * $signed(b[65:0]);
    left           <= a << n;
    right          <= a >> n;
    arithmetic     <= $signed(a[199:0]) >>> n[7:0];
    rotated        <= (a << n[9:0]) | (a >> (11'd1024 - {1'b0, n[9:0]}));
    picked         <= a[n[8:0] +: 512];
    compared       <= {a == b, a != b, a < b, a <= b, a > b, a >= b,
                       $signed(a[99:0]) < $signed(b[99:0]), $signed(a[99:0]) >= $signed(b[99:0]),
                       a[511:0] == a[1023:512], a[70:0] > b[100:30]};
    reduced        <= {&a, |a, ^a, ~&b, ~|b, ~^b, &a[64:0], |(a & b)};
    ones           <= count;
    highest        <= top;
    gathered       <= total ^ {b[511:0], ~a[1023:512]};
  end
endmodule
