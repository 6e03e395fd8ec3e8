// SPDX-License-Identifier: Apache-2.0
//
// A register file with four ports that read at once and two that write; the second wins, a read sees what is
// being written, register 0 is 0.
module regfile #(
    parameter int unsigned WIDTH = 48,
    parameter int unsigned COUNT = 32,
    localparam int unsigned BITS = $clog2(COUNT)
) (
    input  logic                        clk,
    input  logic [1:0]                  write,
    input  logic [1:0][BITS-1:0]        to,
    input  logic [1:0][WIDTH-1:0]       data,
    input  logic [3:0][BITS-1:0]        from,
    output logic [3:0][WIDTH-1:0]       read,
    output logic [WIDTH-1:0]            mixed
);
  logic [WIDTH-1:0] words [COUNT];

  always_ff @(posedge clk) begin
    for (int port = 0; port < 2; port++) begin
      if (write[port] && to[port] != '0) words[to[port]] <= data[port];
    end
  end

  for (genvar g = 0; g < 4; g++) begin : ports
    always_comb begin
      read[g] = words[from[g]];
      if (write[0] && to[0] == from[g]) read[g] = data[0];
      if (write[1] && to[1] == from[g]) read[g] = data[1];
      if (from[g] == '0) read[g] = '0;
    end
  end

  always_ff @(posedge clk) mixed <= read[0] ^ {read[1][0], read[1][WIDTH-1:1]} ^ ~read[2] ^ (read[3] << 3);
endmodule
