// SPDX-License-Identifier: Apache-2.0
//
// Memories as block RAM is described: one port that reads what was there before, one port that reads what it
// writes, two ports, enables for bytes, a ROM from a file, and one whose size is no power of two.
module memories (
    input  wire        clk,
    input  wire        write_a,
    input  wire        write_b,
    input  wire [7:0]  address_a,
    input  wire [7:0]  address_b,
    input  wire [31:0] data_a,
    input  wire [31:0] data_b,
    input  wire [3:0]  bytes,
    output reg  [15:0] read_first,
    output reg  [15:0] write_first,
    output reg  [31:0] port_a,
    output reg  [31:0] port_b,
    output reg  [31:0] masked,
    output reg  [23:0] constant,
    output wire [8:0]  odd
);
  reg [15:0] single [0:127];
  reg [15:0] through [0:63];
  reg [31:0] dual [0:255];
  reg [31:0] lanes [0:15];
  reg [23:0] rom [0:31];
  reg [8:0]  hundred [0:99];
  reg [6:0]  last;

  initial $readmemh("rom.hex", rom);

  always @(posedge clk) begin
    if (write_a) single[address_a[6:0]] <= data_a[15:0];
    read_first <= single[address_a[6:0]];
  end

  always @(posedge clk) begin
    if (write_a) begin
      through[address_a[5:0]] <= data_a[31:16];
      write_first             <= data_a[31:16];
    end else begin
      write_first <= through[address_a[5:0]];
    end
  end

  always @(posedge clk) begin
    if (write_a) dual[address_a] <= data_a;
    port_a <= dual[address_a];
    port_b <= dual[address_b];
  end

  integer i;
  always @(posedge clk) begin
    for (i = 0; i < 4; i = i + 1)
      if (write_b && bytes[i]) lanes[address_b[3:0]][8*i +: 8] <= data_b[8*i +: 8];
    masked <= lanes[address_a[3:0]];
  end

  always @(posedge clk) constant <= rom[address_b[4:0]];

  // Addresses from 100 on are not used: what such a read gives is not defined.
  always @(posedge clk) begin
    last <= (address_b < 8'd100) ? address_b[6:0] : 7'd99;
    if (write_b && address_a < 8'd100) hundred[address_a[6:0]] <= data_b[8:0];
  end
  assign odd = hundred[last];
endmodule
