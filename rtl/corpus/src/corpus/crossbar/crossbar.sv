// SPDX-License-Identifier: Apache-2.0
//
// Four inputs to four outputs with valid and ready: each output takes turns among those who want it, and holds
// on to one until its last word is through. Each output has a register that lets ready pass without a wire.
module round_robin #(
    parameter int N = 4
) (
    input  logic         clk,
    input  logic         rst_n,
    input  logic [N-1:0] request,
    input  logic         advance,
    output logic [N-1:0] grant
);
  logic [N-1:0] mask, masked;

  assign masked = request & mask;
  assign grant  = (masked != '0) ? masked & (~masked + 1'b1) : request & (~request + 1'b1);

  always_ff @(posedge clk) begin
    if (!rst_n) mask <= '1;
    else if (advance) mask <= ~((grant << 1) - 1'b1);
  end
endmodule

module skid #(
    parameter int WIDTH = 8
) (
    input  logic             clk,
    input  logic             rst_n,
    input  logic             in_valid,
    output logic             in_ready,
    input  logic [WIDTH-1:0] in,
    output logic             out_valid,
    input  logic             out_ready,
    output logic [WIDTH-1:0] out
);
  logic             full;
  logic [WIDTH-1:0] held;

  assign in_ready  = !full;
  assign out_valid = full || in_valid;
  assign out       = full ? held : in;

  always_ff @(posedge clk) begin
    if (!rst_n) full <= 1'b0;
    else if (in_valid && in_ready && !out_ready) full <= 1'b1;
    else if (out_ready) full <= 1'b0;
    if (in_ready) held <= in;
  end
endmodule

module crossbar #(
    parameter int N     = 4,
    parameter int WIDTH = 16
) (
    input  logic                         clk,
    input  logic                         rst_n,
    input  logic [N-1:0]                 in_valid,
    output logic [N-1:0]                 in_ready,
    input  logic [N-1:0]                 in_last,
    input  logic [N-1:0][$clog2(N)-1:0]  in_to,
    input  logic [N-1:0][WIDTH-1:0]      in_data,
    output logic [N-1:0]                 out_valid,
    input  logic [N-1:0]                 out_ready,
    output logic [N-1:0]                 out_last,
    output logic [N-1:0][WIDTH-1:0]      out_data,
    output logic [N-1:0][15:0]           words
);
  logic [N-1:0][N-1:0] taken;

  for (genvar o = 0; o < N; o++) begin : outputs
    logic [N-1:0]     wants, grant, owner, chosen;
    logic             busy, valid, ready, last;
    logic [WIDTH-1:0] data;

    always_comb begin
      for (int i = 0; i < N; i++) wants[i] = in_valid[i] && in_to[i] == o;
    end

    round_robin #(.N(N)) turns (
        .clk, .rst_n, .request(wants), .advance(valid && ready && last), .grant
    );

    assign chosen = busy ? owner : grant;
    assign valid  = |(chosen & wants);

    always_comb begin
      data = '0;
      last = 1'b0;
      for (int i = 0; i < N; i++) begin
        data |= in_data[i] & {WIDTH{chosen[i]}};
        last |= in_last[i] & chosen[i];
      end
    end

    assign taken[o] = chosen & wants & {N{ready}};

    skid #(.WIDTH(WIDTH + 1)) buffer (
        .clk, .rst_n, .in_valid(valid), .in_ready(ready), .in({last, data}),
        .out_valid(out_valid[o]), .out_ready(out_ready[o]), .out({out_last[o], out_data[o]})
    );

    always_ff @(posedge clk) begin
      if (!rst_n) begin
        busy     <= 1'b0;
        words[o] <= '0;
      end else begin
        if (valid && ready) begin
          busy     <= !last;
          owner    <= chosen;
          words[o] <= words[o] + 1'b1;
        end
      end
    end
  end

  always_comb begin
    in_ready = '0;
    for (int o = 0; o < N; o++) in_ready |= taken[o];
  end
endmodule
