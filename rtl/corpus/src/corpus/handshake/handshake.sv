// SPDX-License-Identifier: Apache-2.0
//
// Crossing between a clock and one of a quarter of its rate: a word with request and answer, a pulse that
// becomes a toggle, and a level through two registers.
module handshake (
    input  logic        fast,
    input  logic        slow,
    input  logic        rst_n,
    input  logic        send,
    input  logic [15:0] word,
    input  logic        pulse,
    input  logic        level,
    output logic        ready,
    output logic [15:0] received,
    output logic        arrived,
    output logic [7:0]  pulses,
    output logic        seen,
    output logic [15:0] sum
);
  logic        request, answer;
  logic [1:0]  request_slow, answer_fast, toggle_slow, level_slow;
  logic        toggle, last_toggle;
  logic [15:0] held;

  assign ready = request == answer_fast[1];
  assign seen  = level_slow[1];

  always_ff @(posedge fast) begin
    if (!rst_n) begin
      request     <= 1'b0;
      answer_fast <= '0;
      toggle      <= 1'b0;
    end else begin
      answer_fast <= {answer_fast[0], answer};
      if (send && ready) begin
        request <= !request;
        held    <= word;
      end
      if (pulse) toggle <= !toggle;
    end
  end

  always_ff @(posedge slow) begin
    if (!rst_n) begin
      answer       <= 1'b0;
      request_slow <= '0;
      toggle_slow  <= '0;
      level_slow   <= '0;
      last_toggle  <= 1'b0;
      pulses       <= '0;
      arrived      <= 1'b0;
      sum          <= '0;
    end else begin
      request_slow <= {request_slow[0], request};
      toggle_slow  <= {toggle_slow[0], toggle};
      level_slow   <= {level_slow[0], level};
      last_toggle  <= toggle_slow[1];
      arrived      <= request_slow[1] != answer;
      if (request_slow[1] != answer) begin
        answer   <= request_slow[1];
        received <= held;
        sum      <= sum + held;
      end
      if (toggle_slow[1] != last_toggle) pulses <= pulses + 8'd1;
    end
  end
endmodule
