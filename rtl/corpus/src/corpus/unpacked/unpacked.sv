// SPDX-License-Identifier: Apache-2.0
//
// Unpacked arrays and structures: assignment patterns, whole-array copies, arrays of structures, foreach,
// arrays as ports of modules and as arguments of functions, and a table as a parameter.
package tables;
  typedef struct {
    logic [7:0]         key;
    logic signed [15:0] value;
    logic               used;
  } entry_t;

  typedef logic [11:0] row_t[4];
endpackage

module rotate_row
  import tables::*;
(
    input  row_t       in,
    input  logic [1:0] by,
    output row_t       out
);
  always_comb foreach (in[i]) out[i] = in[2'(i) + by];
endmodule

module unpacked
  import tables::*;
#(
    parameter logic [7:0] WEIGHTS[4] = '{8'd3, 8'd5, 8'd7, 8'd11}
) (
    input  logic               clk,
    input  logic               rst,
    input  logic [1:0]         index,
    input  logic [7:0]         key,
    input  logic signed [15:0] value,
    input  logic               insert,
    input  logic               clear,
    input  logic [47:0]        row,
    input  logic [1:0]         by,
    output logic               hit,
    output logic signed [15:0] found,
    output logic [2:0]         count,
    output logic [47:0]        turned,
    output logic [15:0]        weighted,
    output logic [15:0]        table_sum
);
  entry_t     entries[4];
  logic [7:0] history[3][2];
  logic [7:0] older[3][2];
  row_t       in_row, out_row;

  function automatic logic [15:0] total(input logic [7:0] values[3][2]);
    logic [15:0] sum;
    sum = '0;
    foreach (values[i, j]) sum += 16'(values[i][j]) << i;
    return sum;
  endfunction

  always_comb begin
    hit   = 1'b0;
    found = '0;
    count = '0;
    foreach (entries[i]) begin
      if (entries[i].used) count++;
      if (entries[i].used && entries[i].key == key && !hit) begin
        hit   = 1'b1;
        found = entries[i].value;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst || clear) begin
      for (int i = 0; i < 4; i++) begin
        entries[i].key   <= 8'h00;
        entries[i].value <= 16'sd0;
        entries[i].used  <= 1'b0;
      end
    end else if (insert) begin
      entries[index].key   <= key;
      entries[index].value <= value;
      entries[index].used  <= 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      history <= '{default: '{default: '0}};
      older   <= '{'{8'd1, 8'd2}, '{8'd3, 8'd4}, '{8'd5, 8'd6}};
    end else begin
      history <= '{'{key, value[7:0]}, history[0], history[1]};
      older   <= history;
    end
  end

  assign in_row = '{row[11:0], row[23:12], row[35:24], row[47:36]};
  rotate_row turn (.in(in_row), .by(by), .out(out_row));
  assign turned = {out_row[3], out_row[2], out_row[1], out_row[0]};

  always_comb begin
    weighted = '0;
    for (int i = 0; i < 4; i++) weighted += WEIGHTS[i] * {8'd0, in_row[i][7:0]};
  end

  assign table_sum = total(history) - total(older);
endmodule
