// SPDX-License-Identifier: Apache-2.0
//
// Keeps up to DEPTH elements of a stream, and one more that goes out.
module backplane_queue #(
    parameter WIDTH         = 8,
    parameter DEPTH         = 4,
    parameter ADDRESS_WIDTH = 2,
    parameter COUNT_WIDTH   = 3
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output reg              out_valid,
    input  wire             out_ready,
    output reg  [WIDTH-1:0] out_data
);
  localparam [31:0] LAST_32 = DEPTH - 1;
  localparam [31:0] FULL_32 = DEPTH;
  localparam [ADDRESS_WIDTH-1:0] LAST = LAST_32[ADDRESS_WIDTH-1:0];
  localparam [COUNT_WIDTH-1:0]   FULL = FULL_32[COUNT_WIDTH-1:0];

  reg [WIDTH-1:0]         elements [0:DEPTH-1];
  reg [ADDRESS_WIDTH-1:0] head;
  reg [ADDRESS_WIDTH-1:0] tail;
  reg [COUNT_WIDTH-1:0]   count;

  wire write;
  wire read;

  assign in_ready = count != FULL;
  assign write    = in_valid && in_ready;
  assign read     = count != {COUNT_WIDTH{1'b0}} && (!out_valid || out_ready);

  always @(posedge clk) begin
    if (write) elements[tail] <= in_data;
    if (read) out_data <= elements[head];
  end

  always @(posedge clk) begin
    if (rst) begin
      head      <= {ADDRESS_WIDTH{1'b0}};
      tail      <= {ADDRESS_WIDTH{1'b0}};
      count     <= {COUNT_WIDTH{1'b0}};
      out_valid <= 1'b0;
    end else begin
      if (write) tail <= tail == LAST ? {ADDRESS_WIDTH{1'b0}} : tail + 1'b1;
      if (read) head <= head == LAST ? {ADDRESS_WIDTH{1'b0}} : head + 1'b1;
      if (write && !read) count <= count + 1'b1;
      if (read && !write) count <= count - 1'b1;
      if (read) out_valid <= 1'b1;
      else if (out_ready) out_valid <= 1'b0;
    end
  end
endmodule
