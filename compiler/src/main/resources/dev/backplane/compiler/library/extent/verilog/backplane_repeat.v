// SPDX-License-Identifier: Apache-2.0
//
// Each RUN elements of a stream TIMES times: they pass, and are kept in a memory for the other times.
// One clock passes; none if TIMES is 1.
module backplane_repeat #(
    parameter WIDTH       = 8,
    parameter RUN         = 3,
    parameter INDEX_WIDTH = 2,
    parameter TIMES       = 2,
    parameter TIMES_WIDTH = 1
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data
);
  generate
    if (TIMES == 1) begin : once
      wire unused;
      assign unused    = clk || rst;
      assign in_ready  = out_ready;
      assign out_valid = in_valid;
      assign out_data  = in_data;
    end else begin : often
      localparam [31:0] LAST_32      = RUN - 1;
      localparam [31:0] LAST_TIME_32 = TIMES - 1;
      localparam [INDEX_WIDTH-1:0] LAST      = LAST_32[INDEX_WIDTH-1:0];
      localparam [TIMES_WIDTH-1:0] LAST_TIME = LAST_TIME_32[TIMES_WIDTH-1:0];

      reg [WIDTH-1:0]       elements [0:RUN-1];
      reg [INDEX_WIDTH-1:0] index;
      reg [TIMES_WIDTH-1:0] count;
      reg                   full;   // an element is to be given
      reg                   fresh;  // it came in the clock before
      reg [WIDTH-1:0]       passed;
      reg [WIDTH-1:0]       kept;

      wire first;
      wire room;
      wire take;
      wire step;

      assign first     = count == {TIMES_WIDTH{1'b0}};
      assign room      = !full || out_ready;
      assign in_ready  = first && room;
      assign take      = in_valid && in_ready;
      assign step      = room && (in_valid || !first);
      assign out_valid = full;
      assign out_data  = fresh ? passed : kept;

      always @(posedge clk) begin
        if (take) elements[index] <= in_data;
        if (step) kept <= elements[index];
      end

      always @(posedge clk) begin
        if (step) begin
          fresh  <= first;
          passed <= in_data;
        end
      end

      always @(posedge clk) begin
        if (rst) begin
          index <= {INDEX_WIDTH{1'b0}};
          count <= {TIMES_WIDTH{1'b0}};
          full  <= 1'b0;
        end else begin
          if (room) full <= in_valid || !first;
          if (step) begin
            index <= index == LAST ? {INDEX_WIDTH{1'b0}} : index + 1'b1;
            if (index == LAST) count <= count == LAST_TIME ? {TIMES_WIDTH{1'b0}} : count + 1'b1;
          end
        end
      end
    end
  endgenerate
endmodule
