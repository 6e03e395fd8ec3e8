// SPDX-License-Identifier: Apache-2.0
//
// Reads words from memory in bursts of at most BEATS that stay within 4 KiB, and gives them on in order.
// Up to eight bursts are on their way at a time; what is not taken waits in the memory system.
module burst_reader #(
    parameter DATA  = 32,
    parameter BEATS = 64
) (
    input  logic            clk,
    input  logic            rst_n,
    input  logic            start,
    input  logic [63:0]     address,
    input  logic [31:0]     words,
    output logic            idle,
    output logic            arvalid,
    input  logic            arready,
    output logic [63:0]     araddr,
    output logic [7:0]      arlen,
    output logic [2:0]      arsize,
    output logic [1:0]      arburst,
    input  logic            rvalid,
    output logic            rready,
    input  logic [DATA-1:0] rdata,
    input  logic [1:0]      rresp,
    input  logic            rlast,
    output logic            valid,
    input  logic            ready,
    output logic [DATA-1:0] data
);
  localparam BYTES = DATA / 8;
  localparam SHIFT = $clog2(BYTES);

  logic [63:0] next;
  logic [31:0] to_ask, to_take;
  logic [31:0] room, beats;
  logic [3:0]  open;

  // Words up to the next boundary of 4 KiB.
  assign room = (32'd4096 - {20'd0, next[11:0]}) >> SHIFT;

  always_comb begin
    beats = (to_ask < BEATS) ? to_ask : BEATS;
    if (beats > room) beats = room;
  end

  assign arsize  = SHIFT;
  assign arburst = 2'b01;
  assign valid   = rvalid && to_take != 32'd0;
  assign data    = rdata;
  assign rready  = ready && to_take != 32'd0;
  assign idle    = to_ask == 32'd0 && to_take == 32'd0 && !arvalid;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      arvalid <= 1'b0;
      to_ask  <= 32'd0;
      to_take <= 32'd0;
      open    <= 4'd0;
    end else begin
      if (start) begin
        next    <= address;
        to_ask  <= words;
        to_take <= words;
      end
      if (arvalid && arready) arvalid <= 1'b0;
      if (to_ask != 32'd0 && (!arvalid || arready) && open < 4'd8) begin
        arvalid <= 1'b1;
        araddr  <= next;
        arlen   <= beats[7:0] - 8'd1;
        next    <= next + ({32'd0, beats} << SHIFT);
        to_ask  <= to_ask - beats;
      end
      if (rvalid && rready) to_take <= to_take - 32'd1;
      open <= open + ((to_ask != 32'd0 && (!arvalid || arready) && open < 4'd8) ? 4'd1 : 4'd0)
                   - ((rvalid && rready && rlast) ? 4'd1 : 4'd0);
    end
  end
endmodule
