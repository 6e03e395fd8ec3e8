// SPDX-License-Identifier: Apache-2.0
//
// A serial line: sender and receiver with a divider each, eight bits, even parity, one stop bit, the receiver
// looks at the middle of a bit. The line comes back in, or is driven from outside.
module uart #(
    parameter DIVIDER = 5
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       send,
    input  wire [7:0] data,
    input  wire       loop,
    input  wire       line_in,
    output wire       busy,
    output reg        line_out,
    output reg        received,
    output reg  [7:0] value,
    output reg        parity_error,
    output reg        frame_error
);
  reg [3:0]  send_divider, receive_divider;
  reg [10:0] shift;
  reg [3:0]  send_left, receive_left;
  reg [9:0]  collected;
  reg        line_1, line_2;

  assign busy = send_left != 4'd0;

  always @(posedge clk) begin
    if (rst) begin
      send_left    <= 4'd0;
      send_divider <= 4'd0;
      line_out     <= 1'b1;
    end else if (!busy) begin
      line_out <= 1'b1;
      if (send) begin
        shift        <= {1'b1, ^data, data, 1'b0};
        send_left    <= 4'd11;
        send_divider <= 4'd0;
      end
    end else begin
      line_out     <= shift[0];
      send_divider <= send_divider + 4'd1;
      if (send_divider == DIVIDER - 1) begin
        send_divider <= 4'd0;
        shift        <= {1'b1, shift[10:1]};
        send_left    <= send_left - 4'd1;
      end
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      line_1       <= 1'b1;
      line_2       <= 1'b1;
      receive_left <= 4'd0;
      received     <= 1'b0;
      parity_error <= 1'b0;
      frame_error  <= 1'b0;
      value        <= 8'd0;
    end else begin
      line_1   <= loop ? line_out : line_in;
      line_2   <= line_1;
      received <= 1'b0;
      if (receive_left == 4'd0) begin
        if (line_2 && !line_1) begin
          receive_left    <= 4'd11;
          receive_divider <= DIVIDER / 2;
        end
      end else if (receive_divider != 4'd0) begin
        receive_divider <= receive_divider - 4'd1;
      end else begin
        receive_divider <= DIVIDER - 1;
        receive_left    <= receive_left - 4'd1;
        collected       <= {line_2, collected[9:1]};
        if (receive_left == 4'd11 && line_2) receive_left <= 4'd0;
        if (receive_left == 4'd1) begin
          received     <= 1'b1;
          value        <= collected[8:1];
          parity_error <= ^collected[9:1];
          frame_error  <= !line_2;
        end
      end
    end
  end
endmodule
