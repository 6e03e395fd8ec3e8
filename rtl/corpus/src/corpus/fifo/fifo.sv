// SPDX-License-Identifier: Apache-2.0
//
// A queue of any type, first word falling through, and two of them in a row that carry a packet's words.
package packets;
  typedef enum logic [1:0] {HEAD, BODY, TAIL, SINGLE} role_t;

  typedef struct packed {
    role_t       role;
    logic [3:0]  source;
    logic [31:0] payload;
  } word_t;
endpackage

module queue #(
    parameter type T     = logic [7:0],
    parameter int  DEPTH = 16
) (
    input  logic                     clk,
    input  logic                     rst_n,
    input  logic                     push,
    input  T                         in,
    output logic                     full,
    output logic                     almost_full,
    input  logic                     pop,
    output T                         out,
    output logic                     empty,
    output logic [$clog2(DEPTH+1)-1:0] count
);
  localparam int BITS = $clog2(DEPTH);

  T                words [DEPTH];
  logic [BITS-1:0] head, tail;
  logic            pushing, popping;

  assign full        = count == ($bits(count))'(DEPTH);
  assign almost_full = count >= ($bits(count))'(DEPTH - 2);
  assign empty       = count == '0;
  assign pushing     = push && !full;
  assign popping     = pop && !empty;
  assign out         = words[head];

  always_ff @(posedge clk) begin
    if (pushing) words[tail] <= in;
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      head  <= '0;
      tail  <= '0;
      count <= '0;
    end else begin
      if (pushing) tail <= (tail == BITS'(DEPTH - 1)) ? '0 : tail + 1'b1;
      if (popping) head <= (head == BITS'(DEPTH - 1)) ? '0 : head + 1'b1;
      case ({pushing, popping})
        2'b10:   count <= count + 1'b1;
        2'b01:   count <= count - 1'b1;
        default: ;
      endcase
    end
  end
endmodule

module fifo
  import packets::*;
(
    input  logic        clk,
    input  logic        rst_n,
    input  logic        push,
    input  word_t       in,
    output logic        full,
    input  logic        pop,
    output word_t       out,
    output logic        valid,
    output logic [7:0]  numbers,
    output logic [4:0]  waiting,
    output logic        pressed
);
  word_t middle;
  logic  first_empty, second_full, second_empty;
  logic  number_empty;
  logic [7:0] number;

  queue #(.T(word_t), .DEPTH(16)) first (
      .clk, .rst_n, .push, .in, .full, .almost_full(pressed),
      .pop(!second_full), .out(middle), .empty(first_empty), .count(waiting)
  );

  queue #(.T(word_t), .DEPTH(5)) second (
      .clk, .rst_n, .push(!first_empty), .in(middle), .full(second_full), .almost_full(),
      .pop, .out, .empty(second_empty), .count()
  );

  queue bytes (
      .clk, .rst_n, .push(push && in.role == HEAD), .in(in.payload[7:0]), .full(), .almost_full(),
      .pop(out.role == TAIL && pop), .out(number), .empty(number_empty), .count()
  );

  assign valid   = !second_empty;
  assign numbers = number_empty ? '0 : number;
endmodule
