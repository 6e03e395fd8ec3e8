// SPDX-License-Identifier: Apache-2.0
//
// Loops over the bits of a word.
module searches (
    input  logic [15:0] a,
    input  logic [15:0] b,
    output logic [4:0]  first,
    output logic [4:0]  last_zero,
    output logic [15:0] mask,
    output logic [7:0]  passed,
    output logic        found,
    output logic [15:0] blocks,
    output logic [4:0]  leading,
    output logic [3:0]  encoded,
    output logic [4:0]  ones,
    output logic [7:0]  pair
);
  always_comb begin
    first = 5'd16;
    for (int i = 0; i < 16; i++) begin
      if (a[i]) begin
        first = 5'(i);
        break;
      end
    end
  end

  always_comb begin
    last_zero = '1;
    for (int unsigned i = 15; i < 16; i--) begin
      if (a[i]) continue;
      last_zero = i[4:0];
      break;
    end
  end

  always_comb begin
    mask   = '0;
    passed = '0;
    found  = 1'b0;
    for (int i = 0; i < 16; i += 2) begin
      if (a[i] & b[i]) continue;
      mask[i] = 1'b1;
      if (a[i+1] && b[i+1]) begin
        found = 1'b1;
        break;
      end
      passed++;
    end
  end

  always_comb begin
    blocks = '0;
    for (int i = 0; i < 4; i++) begin
      for (int j = 0; j < 4; j++) begin
        if (a[i*4+j]) break;
        if (b[i*4+j]) continue;
        blocks[i*4+j] = 1'b1;
      end
      if (a[i]) continue;
      blocks[i] = ~blocks[i];
    end
  end

  function automatic logic [4:0] leading_zeros(input logic [15:0] x);
    leading_zeros = 5'd16;
    for (int i = 0; i < 16; i++) if (x[i]) leading_zeros = 5'(15 - i);
  endfunction
  assign leading = leading_zeros(b);

  integer k;
  always @* begin
    encoded = 4'd0;
    for (k = 15; k >= 0; k = k - 1) if (a[k]) encoded = k[3:0];
  end

  function automatic logic [4:0] population(input logic [15:0] x);
    population = '0;
    for (int i = 0; i < 16; i++) population = population + 5'(x[i]);
  endfunction
  assign ones = population(a ^ b);

  function automatic logic [7:0] two_apart(input logic [7:0] x, input logic [7:0] y);
    for (int i = 0; i < 8; i++) begin
      for (int j = 0; j < 8; j++) begin
        if (x[i] && y[j] && i != j) return {4'(i), 4'(j)};
      end
    end
    return '1;
  endfunction
  assign pair = two_apart(a[7:0], b[7:0]);
endmodule
