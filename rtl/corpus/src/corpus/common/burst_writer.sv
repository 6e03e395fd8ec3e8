// SPDX-License-Identifier: Apache-2.0
//
// Writes words to memory in bursts of at most BEATS that stay within 4 KiB. It is idle again when the
// last response has come.
module burst_writer #(
    parameter DATA  = 32,
    parameter BEATS = 64
) (
    input  logic              clk,
    input  logic              rst_n,
    input  logic              start,
    input  logic [63:0]       address,
    input  logic [31:0]       words,
    output logic              idle,
    output logic              awvalid,
    input  logic              awready,
    output logic [63:0]       awaddr,
    output logic [7:0]        awlen,
    output logic [2:0]        awsize,
    output logic [1:0]        awburst,
    output logic              wvalid,
    input  logic              wready,
    output logic [DATA-1:0]   wdata,
    output logic [DATA/8-1:0] wstrb,
    output logic              wlast,
    input  logic              bvalid,
    output logic              bready,
    input  logic [1:0]        bresp,
    input  logic              valid,
    output logic              ready,
    input  logic [DATA-1:0]   data
);
  localparam BYTES = DATA / 8;
  localparam SHIFT = $clog2(BYTES);

  logic [63:0] next;
  logic [31:0] left, room, beats;
  logic [8:0]  to_give;
  logic [15:0] open;
  logic        begin_burst, last_given;

  assign room = (32'd4096 - {20'd0, next[11:0]}) >> SHIFT;

  always_comb begin
    beats = (left < BEATS) ? left : BEATS;
    if (beats > room) beats = room;
  end

  assign awsize  = SHIFT;
  assign awburst = 2'b01;
  assign wdata   = data;
  assign wstrb   = {(DATA/8){1'b1}};
  assign wvalid  = valid && to_give != 9'd0;
  assign ready   = wready && to_give != 9'd0;
  assign wlast   = to_give == 9'd1;
  assign bready  = 1'b1;

  assign last_given  = wvalid && wready && wlast;
  assign begin_burst = left != 32'd0 && (!awvalid || awready) && (to_give == 9'd0 || last_given);
  assign idle        = left == 32'd0 && to_give == 9'd0 && open == 16'd0 && !awvalid;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      awvalid <= 1'b0;
      left    <= 32'd0;
      to_give <= 9'd0;
      open    <= 16'd0;
    end else begin
      if (start) begin
        next <= address;
        left <= words;
      end
      if (awvalid && awready) awvalid <= 1'b0;
      if (wvalid && wready) to_give <= to_give - 9'd1;
      if (begin_burst) begin
        awvalid <= 1'b1;
        awaddr  <= next;
        awlen   <= beats[7:0] - 8'd1;
        to_give <= beats[8:0];
        next    <= next + ({32'd0, beats} << SHIFT);
        left    <= left - beats;
      end
      open <= open + (begin_burst ? 16'd1 : 16'd0) - ((bvalid && bready) ? 16'd1 : 16'd0);
    end
  end
endmodule
