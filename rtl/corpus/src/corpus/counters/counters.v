// SPDX-License-Identifier: Apache-2.0
//
// Counters: wrapping at a power of two and at another number, up and down, saturating, decimal, Gray code,
// one-hot ring, a prescaler, and one that can be loaded.
module counters (
    input  wire        clk,
    input  wire        rst,
    input  wire        enable,
    input  wire        down,
    input  wire        load,
    input  wire [11:0] value,
    output reg  [6:0]  binary,
    output reg  [9:0]  thousand,
    output reg  [11:0] both_ways,
    output reg  [3:0]  saturating,
    output reg  [15:0] decimal,
    output wire [7:0]  gray,
    output reg  [4:0]  ring,
    output reg         slow,
    output wire        zero
);
  reg [7:0] gray_binary;
  reg [3:0] prescaler;

  assign gray = gray_binary ^ (gray_binary >> 1);
  assign zero = both_ways == 12'd0;

  always @(posedge clk) begin
    if (rst) begin
      binary      <= 7'd0;
      thousand    <= 10'd0;
      both_ways   <= 12'd5;
      saturating  <= 4'd0;
      decimal     <= 16'd0;
      gray_binary <= 8'd0;
      ring        <= 5'b00001;
      prescaler   <= 4'd0;
      slow        <= 1'b0;
    end else if (enable) begin
      binary      <= binary + 7'd1;
      thousand    <= (thousand == 10'd999) ? 10'd0 : thousand + 10'd1;
      both_ways   <= load ? value : down ? both_ways - 12'd1 : both_ways + 12'd1;
      gray_binary <= gray_binary + 8'd1;
      ring        <= {ring[3:0], ring[4]};
      if (down) begin
        if (saturating != 4'd0) saturating <= saturating - 4'd1;
      end else begin
        if (saturating != 4'hf) saturating <= saturating + 4'd1;
      end
      if (decimal[3:0] != 4'd9) decimal[3:0] <= decimal[3:0] + 4'd1;
      else begin
        decimal[3:0] <= 4'd0;
        if (decimal[7:4] != 4'd9) decimal[7:4] <= decimal[7:4] + 4'd1;
        else begin
          decimal[7:4] <= 4'd0;
          if (decimal[11:8] != 4'd9) decimal[11:8] <= decimal[11:8] + 4'd1;
          else begin
            decimal[11:8] <= 4'd0;
            decimal[15:12] <= (decimal[15:12] == 4'd9) ? 4'd0 : decimal[15:12] + 4'd1;
          end
        end
      end
      prescaler <= prescaler + 4'd1;
      if (prescaler == 4'd11) begin
        prescaler <= 4'd0;
        slow      <= !slow;
      end
    end
  end
endmodule
