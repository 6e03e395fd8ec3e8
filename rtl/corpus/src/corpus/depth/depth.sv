// SPDX-License-Identifier: Apache-2.0
//
// Deep and long: expressions inside of 128 pairs of brackets, 256 times else if, a case of 640 items, and registers that choose so.
`define N2(x) ((x) ^ in) + key
`define N4(x) `N2((`N2(x)))
`define N8(x) `N4((`N4(x)))
`define N16(x) `N8((`N8(x)))
`define N32(x) `N16((`N16(x)))
`define N64(x) `N32((`N32(x)))
`define N128(x) `N64((`N64(x)))

`define E1(n) if (select == 10'(n)) chosen = in + 16'(n); else
`define E4(n) `E1(n) `E1((n) + 1) \
  `E1((n) + 2) `E1((n) + 3)
`define E16(n) `E4(n) \
  `E4((n) + 4) \
  `E4((n) + 8) \
  `E4((n) + 12)
`define E64(n) `E16(n) \
  `E16((n) + 16) \
  `E16((n) + 32) \
  `E16((n) + 48)

`define C1(n) 10'(n): listed <= 16'((n) * 40503) ^ in;
`define C4(n) `C1(n) `C1((n) + 1) \
  `C1((n) + 2) `C1((n) + 3)
`define C16(n) `C4(n) \
  `C4((n) + 4) \
  `C4((n) + 8) \
  `C4((n) + 12)
`define C64(n) `C16(n) \
  `C16((n) + 16) \
  `C16((n) + 32) \
  `C16((n) + 48)

module depth (
    input  logic        clk,
    input  logic [15:0] in,
    input  logic [15:0] key,
    input  logic [9:0]  select,
    output logic [15:0] nested,
    output logic [15:0] chosen,
    output logic [15:0] listed
);
  assign nested = `N128(key);

  always_comb
    `E64(0)
    `E64(64)
    `E64(128)
    `E64(192)
    chosen = key;

  always_ff @(posedge clk)
    case (select)
      `C64(0)
      `C64(64)
      `C64(128)
      `C64(192)
      `C64(256)
      `C64(320)
      `C64(384)
      `C64(448)
      `C64(512)
      `C64(576)
      default: listed <= listed + 16'd1;
    endcase
endmodule
