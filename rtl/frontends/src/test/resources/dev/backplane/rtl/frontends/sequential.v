// What a cycle simulator can get wrong: resets, enables, memories, priorities, loops that are none.
module sequential(
    input clk, input rst_n, input en, input load,
    input [7:0] a, input [7:0] b, input signed [11:0] s,
    output reg [7:0] count, output reg signed [15:0] sum, output [7:0] read_a, output reg [7:0] read_b,
    output [7:0] offset_read, output reg [3:0] state, output [8:0] ripple, output [7:0] gray,
    output reg [7:0] decoded, output [11:0] packed_out, output reg toggled, output [15:0] product);

  // Asynchronous reset with enable and load.
  always @(posedge clk or negedge rst_n)
    if (!rst_n) count <= 8'd7;
    else if (load) count <= a;
    else if (en) count <= count + 1;

  // Synchronous reset, signed accumulation.
  always @(posedge clk)
    if (!rst_n) sum <= 0;
    else sum <= sum + (s >>> 2) * $signed(a);

  // Two writes in one block: the later one wins where both hit; bytes in halves.
  reg [7:0] memory [0:15];
  integer i;
  initial for (i = 0; i < 16; i = i + 1) memory[i] = i * 17;
  always @(posedge clk) begin
    if (en) memory[a[3:0]][3:0] <= b[3:0];
    if (load) memory[b[3:0]] <= a;
  end
  assign read_a = memory[a[7:4]];
  always @(posedge clk) read_b <= memory[b[7:4]];

  // A memory that does not start at 0.
  reg [7:0] offset [5:12];
  integer j;
  initial for (j = 5; j <= 12; j = j + 1) offset[j] = 255 - j;
  always @(posedge clk) if (en && a[2:0] != 0) offset[5 + a[2:0]] <= b;
  assign offset_read = offset[5 + b[2:0]];

  // A state machine with don't-cares.
  always @(posedge clk)
    if (!rst_n) state <= 4'b0001;
    else casez ({state, en})
      5'b0001_1: state <= 4'b0010;
      5'b0010_?: state <= load ? 4'b0100 : 4'b1000;
      5'b?100_1: state <= 4'b1000;
      5'b1???_1: state <= 4'b0001;
      default: state <= state;
    endcase

  // Loops by words, not by bits.
  wire [8:0] carry;
  assign carry = {(a & b) | ((a ^ b) & carry[7:0]), en};
  assign ripple = {carry[8], (a ^ b) ^ carry[7:0]};
  assign gray = {1'b0, gray[7:1]} ^ a;

  always @* begin
    decoded = 8'h00;
    case (s[2:0])
      3'd0: decoded = a;
      3'd1: decoded = b;
      3'd2: decoded[3:0] = a[7:4];
      3'd5: decoded[a[2:0]] = 1'b1;
      default: decoded = ~a;
    endcase
  end

  function [11:0] swizzle(input [11:0] value);
    integer k;
    for (k = 0; k < 12; k = k + 1) swizzle[k] = value[(k * 5) % 12];
  endfunction
  assign packed_out = swizzle(s) ^ {12{en}};

  initial toggled = 1'b1;
  always @(posedge clk) if (en) toggled <= ~toggled;

  genvar g;
  wire [15:0] partial [0:8];
  assign partial[0] = 0;
  generate
    for (g = 0; g < 8; g = g + 1) begin : row
      assign partial[g + 1] = partial[g] + (b[g] ? (a << g) : 16'd0);
    end
  endgenerate
  assign product = partial[8];
endmodule
