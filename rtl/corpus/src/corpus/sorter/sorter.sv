// SPDX-License-Identifier: Apache-2.0
//
// Batcher's bitonic network for sixteen signed keys with a tag each, a register after every second stage.
package sorting;
  typedef struct packed {
    logic signed [15:0] key;
    logic [3:0]         tag;
  } item_t;
endpackage

module exchange
  import sorting::*;
#(
    parameter bit UP = 1'b1
) (
    input  item_t a,
    input  item_t b,
    output item_t low,
    output item_t high
);
  // Of equal keys the smaller tag comes first, so that the order is told.
  logic swap;
  assign swap = (a.key > b.key || (a.key == b.key && a.tag > b.tag)) == UP;
  assign {low, high} = swap ? {b, a} : {a, b};
endmodule

module step #(
    parameter type T          = logic,
    parameter bit  REGISTERED = 1'b1
) (
    input  logic clk,
    input  logic rst,
    input  T     in,
    input  logic in_valid,
    output T     out,
    output logic out_valid
);
  if (REGISTERED) begin : pipeline
    always_ff @(posedge clk) begin
      out       <= in;
      out_valid <= in_valid && !rst;
    end
  end else begin : through
    assign out       = in;
    assign out_valid = in_valid;
  end
endmodule

module sorter
  import sorting::*;
#(
    parameter int LOG = 4,
    localparam int N = 2 ** LOG
) (
    input  logic               clk,
    input  logic               rst,
    input  logic               valid,
    input  logic [N-1:0][15:0] keys,
    output logic               out_valid,
    output logic [N-1:0][15:0] sorted,
    output logic [N-1:0][3:0]  tags
);
  localparam int STAGES = LOG * (LOG + 1) / 2;

  item_t [N-1:0]   into[STAGES+1];
  logic [STAGES:0] valids;

  for (genvar i = 0; i < N; i++) begin : ends
    assign into[0][i].key = keys[i];
    assign into[0][i].tag = 4'(i);
    assign sorted[i]      = into[STAGES][i].key;
    assign tags[i]        = into[STAGES][i].tag;
  end

  assign valids[0] = valid;
  assign out_valid = valids[STAGES];

  for (genvar k = 1; k <= LOG; k++) begin : merge
    for (genvar j = k - 1; j >= 0; j--) begin : stage
      localparam int AT = k * (k - 1) / 2 + (k - 1 - j);
      item_t [N-1:0] result;
      for (genvar i = 0; i < N; i++) begin : pair
        if ((i & (1 << j)) == 0) begin : one
          exchange #(.UP((i & (1 << k)) == 0)) swap (
              .a(into[AT][i]), .b(into[AT][i | (1 << j)]), .low(result[i]), .high(result[i | (1 << j)])
          );
        end
      end
      step #(.T(item_t [N-1:0]), .REGISTERED(AT % 2 == 1 || AT == STAGES - 1)) next (
          .clk, .rst, .in(result), .in_valid(valids[AT]), .out(into[AT+1]), .out_valid(valids[AT+1])
      );
    end
  end
endmodule
