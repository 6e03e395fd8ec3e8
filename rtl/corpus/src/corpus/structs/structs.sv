// SPDX-License-Identifier: Apache-2.0
//
// Packed structures, unions and arrays of several dimensions: fields, slices, whole values, casts between
// them, and operators on them.
package shapes;
  typedef struct packed {
    logic              valid;
    logic [2:0]        kind;
    logic signed [7:0] offset;
    logic [3:0][4:0]   lanes;
  } item_t;

  typedef union packed {
    logic [31:0] word;
    logic [1:0][15:0] halves;
    logic [3:0][7:0] bytes;
    struct packed {
      logic        sign;
      logic [7:0]  exponent;
      logic [22:0] fraction;
    } number;
  } view_t;

  typedef struct packed {
    item_t [1:0] items;
    view_t       view;
  } record_t;
endpackage

module structs
  import shapes::*;
(
    input  logic           clk,
    input  logic           rst,
    input  item_t          item,
    input  logic [31:0]    word,
    input  logic [1:0]     which,
    output item_t          last,
    output record_t        record,
    output logic [7:0]     byte_out,
    output logic [15:0]    swapped,
    output logic [8:0]     exponents,
    output logic [19:0]    turned,
    output logic [3:0][2:0][1:0] cube,
    output logic [4:0]     lane,
    output logic signed [9:0] moved,
    output logic           same
);
  record_t                 next;
  view_t                   view;
  logic [3:0][2:0][1:0]    next_cube;

  assign view = word;

  always_comb begin
    next               = record;
    next.items[1]      = record.items[0];
    next.items[0]      = item;
    next.items[0].kind = item.kind + 3'd1;
    next.view.bytes[which] = word[7:0];
    if (item.valid) next.view.number.exponent = view.number.exponent ^ 8'h80;
  end

  always_comb begin
    next_cube           = cube;
    next_cube[which]    = word[5:0];
    next_cube[3][which > 2 ? 2 : which] = word[31:30];
    next_cube[0][2:1]   = {word[9:8], cube[1][0]};
  end

  assign byte_out  = view.bytes[which];
  assign swapped   = {view.halves[0][7:0], view.halves[1][15:8]};
  assign exponents = {1'b0, view.number.exponent} + 9'(record.view.number.exponent);
  assign turned    = {item.lanes[0], item.lanes[1], item.lanes[2], item.lanes[3]};
  assign lane      = item.lanes[which];
  assign moved     = item.offset + 10'sd1 - 10'(last.offset);
  assign same      = item == last;

  always_ff @(posedge clk) begin
    if (rst) begin
      record <= '0;
      last   <= '{valid: 1'b1, kind: 3'd5, offset: -8'sd3, lanes: '{5'd1, 5'd2, 5'd3, 5'd4}};
      cube   <= '1;
    end else begin
      record <= next;
      if (item.valid) last <= item_t'({item.kind[0], word[30:0]});
      cube   <= next_cube;
    end
  end
endmodule
