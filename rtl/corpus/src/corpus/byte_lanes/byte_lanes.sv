// SPDX-License-Identifier: Apache-2.0
//
// Memories and registers as FPGA code has them.
module byte_lanes #(
    parameter int LANES = 4,
    parameter int AW    = 5
) (
    input  logic               clk,
    input  logic               write,
    input  logic [LANES-1:0]   enable,
    input  logic [AW-1:0]      write_at,
    input  logic [AW-1:0]      read_at,
    input  logic [LANES*8-1:0] d,
    output logic [LANES*8-1:0] by_loop,
    output logic [LANES*8-1:0] by_generate,
    output logic [31:0]        by_column,
    output logic [3:0]         counter = 4'd5,
    output logic [7:0]         ring,
    output logic [3:0]         toggles,
    output logic [7:0]         ticks
);
  reg [LANES*8-1:0] words[0:(1<<AW)-1];
  integer i, j;
  initial for (j = 0; j < (1 << AW); j = j + 1) words[j] = j * 32'h01010101;
  always @(posedge clk) begin
    if (write) begin
      for (i = 0; i < LANES; i = i + 1) if (enable[i]) words[write_at][i*8+:8] <= d[i*8+:8];
    end
    by_loop <= words[read_at];
  end

  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : lane
      reg [7:0] bytes[0:(1<<AW)-1];
      integer k;
      initial for (k = 0; k < (1 << AW); k = k + 1) bytes[k] = 8'(k + g);
      always @(posedge clk) if (write & enable[g]) bytes[write_at] <= d[g*8+:8];
      assign by_generate[g*8+:8] = bytes[read_at];
    end
  endgenerate

  reg [7:0] b0[0:31], b1[0:31], b2[0:31], b3[0:31];
  initial begin
    for (int k = 0; k < 32; k++) begin
      b0[k] = 8'(k);
      b1[k] = 8'd0;
      b2[k] = 8'hff;
      b3[k] = ~8'(k);
    end
  end
  always @(posedge clk) begin
    by_column <= {b3[read_at], b2[read_at], b1[read_at], b0[read_at]};
    if (write) begin
      if (enable[0]) b0[write_at] <= d[7:0];
      if (enable[1]) b1[write_at] <= d[15:8];
      if (enable[2]) b2[write_at] <= d[23:16];
      if (enable[3]) b3[write_at] <= d[31:24];
    end
  end

  reg [3:0] flags = 4'b1010;
  logic [7:0] count = 8'h3c;
  initial ring = 8'h7f;
  always @(posedge clk) begin
    counter <= counter + d[3:0];
    flags <= flags ^ d[3:0];
    ring  <= {ring[6:0], ring[7]};
    count <= count + 8'd1;
  end
  assign toggles = flags;
  assign ticks   = count;
endmodule
