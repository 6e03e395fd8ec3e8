// SPDX-License-Identifier: Apache-2.0
//
// A queue between two clocks: pointers cross in Gray code through two registers each.
module async_fifo #(
    parameter int WIDTH = 20,
    parameter int BITS  = 4
) (
    input  logic             write_clk,
    input  logic             write_rst_n,
    input  logic             push,
    input  logic [WIDTH-1:0] in,
    output logic             full,
    output logic [BITS:0]    used,
    input  logic             read_clk,
    input  logic             read_rst_n,
    input  logic             pop,
    output logic [WIDTH-1:0] out,
    output logic             empty
);
  function automatic logic [BITS:0] to_gray(input logic [BITS:0] binary);
    return binary ^ (binary >> 1);
  endfunction

  function automatic logic [BITS:0] from_gray(input logic [BITS:0] gray);
    logic [BITS:0] binary;
    binary[BITS] = gray[BITS];
    for (int i = BITS - 1; i >= 0; i--) binary[i] = binary[i+1] ^ gray[i];
    return binary;
  endfunction

  logic [WIDTH-1:0] words [2**BITS];
  logic [BITS:0] write_at, read_at;
  logic [BITS:0] write_gray, read_gray;
  (* ASYNC_REG = "TRUE" *) logic [BITS:0] write_gray_1, write_gray_2;
  (* ASYNC_REG = "TRUE" *) logic [BITS:0] read_gray_1, read_gray_2;

  assign full  = write_gray == {~read_gray_2[BITS:BITS-1], read_gray_2[BITS-2:0]};
  assign empty = read_gray == write_gray_2;
  assign used  = write_at - from_gray(read_gray_2);
  assign out   = words[read_at[BITS-1:0]];

  always_ff @(posedge write_clk) begin
    if (push && !full) words[write_at[BITS-1:0]] <= in;
  end

  always_ff @(posedge write_clk or negedge write_rst_n) begin
    if (!write_rst_n) begin
      write_at    <= '0;
      write_gray  <= '0;
      read_gray_1 <= '0;
      read_gray_2 <= '0;
    end else begin
      {read_gray_2, read_gray_1} <= {read_gray_1, read_gray};
      if (push && !full) begin
        write_at   <= write_at + 1'b1;
        write_gray <= to_gray(write_at + 1'b1);
      end
    end
  end

  always_ff @(posedge read_clk or negedge read_rst_n) begin
    if (!read_rst_n) begin
      read_at      <= '0;
      read_gray    <= '0;
      write_gray_1 <= '0;
      write_gray_2 <= '0;
    end else begin
      {write_gray_2, write_gray_1} <= {write_gray_1, write_gray};
      if (pop && !empty) begin
        read_at   <= read_at + 1'b1;
        read_gray <= to_gray(read_at + 1'b1);
      end
    end
  end
endmodule
